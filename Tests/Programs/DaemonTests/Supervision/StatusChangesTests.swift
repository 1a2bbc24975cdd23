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

    @Test("it says in words how it is, and never where")
    func words() {
        var news = StatusChanges()
        #expect(news.text(for: report(.live, satellites: 8), at: .zero) == "live, 3D fix, ±5 m, 8 satellites")
        #expect(news.text(for: report(.noGPSD, detail: "refused"), at: .zero) == "no-gpsd: refused")
        #expect(news.text(for: report(.stale), at: .zero) == "stale")
    }

    @Test("a change of state is told at once, and other words at most every ten seconds")
    func pace() {
        var news = StatusChanges()
        let told = (0..<600).filter { tenth in
            news.text(for: report(.live, satellites: tenth % 7), at: .milliseconds(tenth * 100)) != nil
        }
        #expect(told.count == 6)
        #expect(news.text(for: report(.stale), at: .milliseconds(59_950)) == "stale")
    }

    @Test("words that are told are not told again, however long that is")
    func once() {
        var news = StatusChanges()
        #expect(news.text(for: report(.noFix), at: .zero) == "no-fix")
        #expect(news.text(for: report(.noFix), at: .seconds(3600)) == nil)
        #expect(news.text(for: report(.noFix, detail: "antenna"), at: .seconds(3601)) == "no-fix: antenna")
    }
}
