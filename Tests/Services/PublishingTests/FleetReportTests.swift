import Basics
import FleetProtocol
import Testing

@testable import Publishing

/// The status of a device is reported when it has changed, and before the device counts as silent.
struct FleetReportTests {
    private func status(_ seconds: Int64, satellites: Int? = nil, staleAfter: Duration? = nil) -> FleetStatus {
        var status = FleetStatus(isOnline: true)
        status.time = Timestamp(milliseconds: seconds * 1000)
        (status.satellites, status.staleAfter) = (satellites, staleAfter)
        return status
    }

    @Test("one that is unchanged is reported again after five minutes")
    func unchanged() {
        var report = FleetReport()
        let due = [0, 60, 299, 300, 420, 600, 660].filter { report.isDue(status($0)) }
        #expect(due == [0, 300, 600])
    }

    @Test("with a time of its own it is reported three times within it")
    func staleAfter() {
        var report = FleetReport()
        let due = (0..<12).map { $0 * 10 }.filter { report.isDue(status($0, staleAfter: .seconds(90))) }
        #expect(due == [0, 30, 60, 90])
    }

    @Test("a change, a new connection and a clock that was set back are reported at once")
    func changes() {
        var report = FleetReport()
        var due = [(1000, nil), (1001, 5), (1002, 5), (500, 5), (501, 5)].map { second, satellites in
            report.isDue(status(second, satellites: satellites))
        }
        report.restart()
        due.append(report.isDue(status(502, satellites: 5)))
        #expect(due == [true, true, false, true, false, true])
    }
}
