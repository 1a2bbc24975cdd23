import Location
import Testing

@testable import History

struct ReportPointTests {
    @Test("only what a report shows as current is recorded", arguments: TrackingState.allCases)
    func states(state: TrackingState) throws {
        var report = Report(state: state, since: Sample.start)
        report.fix = Sample.fix(1)
        #expect((TrackPoint(report) != nil) == (state == .live))
    }

    @Test("motion and satellites come along")
    func facts() throws {
        var report = Report(state: .live, since: Sample.start)
        #expect(TrackPoint(report) == nil)
        report.fix = Sample.fix(1)
        #expect(TrackPoint(report)?.motion == .unknown)
        report.motion = .moving
        report.satellites = Satellites(used: 8)
        #expect(TrackPoint(report) == (try Sample.point(1)))
    }
}
