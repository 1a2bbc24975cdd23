import Basics
import FleetProtocol
import Testing

@testable import Publishing

/// The status of a device is reported when it has changed, and before the device counts as silent.
struct StatusScheduleTests {
    private func status(_ seconds: Int64, satellites: Int? = nil, staleAfter: Duration? = nil) -> DeviceStatus {
        var status = DeviceStatus(isOnline: true)
        status.time = Timestamp(milliseconds: seconds * 1000)
        (status.satellites, status.staleAfter) = (satellites, staleAfter)
        return status
    }

    @Test("one that is unchanged is reported again after five minutes")
    func unchanged() {
        var report = StatusSchedule()
        let due = [0, 60, 299, 300, 420, 600, 660].filter { report.isDue(status($0)) }
        #expect(due == [0, 300, 600])
    }

    @Test("with a time of its own it is reported three times within it")
    func staleAfter() {
        var report = StatusSchedule()
        let due = (0..<12).map { $0 * 10 }.filter { report.isDue(status($0, staleAfter: .seconds(90))) }
        #expect(due == [0, 30, 60, 90])
    }

    @Test("looked at when it says, it is never late", arguments: [60, 100, 200, 300, 500, 899, 900, 1000, 86_400])
    func pauses(staleAfter: Int64) {
        var report = StatusSchedule()
        var (time, last, longest): (Int64, Int64, Int64) = (0, 0, 0)
        while time < 7_200_000 {
            var status = status(0, staleAfter: .seconds(staleAfter))
            status.time = Timestamp(milliseconds: time)
            if report.isDue(status) { (longest, last) = (max(longest, time - last), time) }
            time += report.pause(after: status).milliseconds + 1
        }
        let interval = min(300_000, staleAfter * 1000 / 3)
        #expect((interval - 10...interval + 10).contains(longest), "\(longest) ms")
    }

    @Test("a change, a new connection and a clock that was set back are reported at once")
    func changes() {
        var report = StatusSchedule()
        var due = [(1000, nil), (1001, 5), (1002, 5), (500, 5), (501, 5)].map { second, satellites in
            report.isDue(status(second, satellites: satellites))
        }
        report.restart()
        due.append(report.isDue(status(502, satellites: 5)))
        #expect(due == [true, true, false, true, false, true])
    }
}
