import Basics
import Location
import Testing

@testable import Daemon

struct StatusChangesTests {
    private func report(_ state: TrackingState, satellites: Int? = nil, detail: String? = nil) -> Report {
        var report = Report(state: state, since: Timestamp(milliseconds: 0))
        report.detail = detail
        report.fix = Fix(device: "/dev/a", mode: .threeDimensional)
        report.fix?.coordinate = Coordinate(latitude: 52.123456, longitude: 13.123456)
        report.fix?.horizontalAccuracy = HorizontalAccuracy(radius: 4.2, origin: .receiver)
        report.satellites = satellites.map { Satellites(used: $0) }
        return report
    }

    @Test("the status is text without coordinates")
    func text() {
        var statusChanges = StatusChanges()
        #expect(statusChanges.text(for: report(.live, satellites: 8), at: .zero) == "live, 3D fix, ±5 m, 8 satellites")
        #expect(statusChanges.text(for: report(.noGPSD, detail: "refused"), at: .zero) == "no-gpsd: refused")
        #expect(statusChanges.text(for: report(.stale), at: .zero) == "stale")
    }

    @Test("a change of state is reported at once, other changes every ten seconds")
    func pace() {
        var statusChanges = StatusChanges()
        let reportedTenths = (0..<600).filter { tenth in
            statusChanges.text(for: report(.live, satellites: tenth % 7), at: .milliseconds(tenth * 100)) != nil
        }
        #expect(reportedTenths.count == 6)
        #expect(statusChanges.text(for: report(.stale), at: .milliseconds(59_950)) == "stale")
    }

    @Test("an unchanged status is not repeated")
    func once() {
        var statusChanges = StatusChanges()
        #expect(statusChanges.text(for: report(.noFix), at: .zero) == "no-fix")
        #expect(statusChanges.text(for: report(.noFix), at: .seconds(3600)) == nil)
        #expect(statusChanges.text(for: report(.noFix, detail: "antenna"), at: .seconds(3601)) == "no-fix: antenna")
    }
}
