import Basics
import Location
import Testing

struct CurrentPositionTests {
    private let start = Coordinate(clampingLatitude: 48, longitude: 11)
    private let time = Timestamp(milliseconds: 1_767_226_012_000)

    /// A report of a car that drives east with 20 m/s.
    private func report(_ change: (inout Report) -> Void = { _ in }) -> Report {
        var report = Report(state: .live, since: time)
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = start
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4, origin: .estimate)
        (fix.speed, fix.course) = (20, 90)
        (report.fix, report.motion) = (fix, .moving)
        change(&report)
        return report
    }

    private func position(after seconds: Double, _ change: (inout Report) -> Void = { _ in }) -> CurrentPosition? {
        CurrentPosition(report(change), bridging: .seconds(seconds), at: time)
    }

    @Test(
        "it goes on for 3 s with a radius for 2 m/s², stays until 5 s while the radius grows with the speed, and is absent then",
        arguments: [(0.0, 0.0, 4.0), (0.5, 10, 4.25), (1, 20, 5), (3, 60, 13), (4, 60, 40), (5, 60, 69)])
    func limits(seconds: Double, way: Double, radius: Double) throws {
        let now = try #require(position(after: seconds))
        #expect(abs(now.coordinate.distance(to: start) - way) < 1e-6)
        #expect(way == 0 || abs((start.bearing(to: now.coordinate) ?? 0) - 90) < 1e-6)
        #expect(abs(now.horizontalAccuracy - radius) < 1e-9)
        #expect(now.bridged == .seconds(seconds) && now.time == time)
        #expect(position(after: 5.001) == nil && position(after: -0.001) == nil)
    }

    @Test("there is none unless the position is live and the machine moves with a speed and a course")
    func conditions() {
        #expect(position(after: 1) { $0.state = .stale } == nil)
        #expect(position(after: 1) { $0.state = .noFix } == nil)
        #expect(position(after: 1) { $0.motion = .stationary } == nil)
        #expect(position(after: 1) { $0.motion = .unknown } == nil)
        #expect(position(after: 1) { $0.fix?.speed = nil } == nil)
        #expect(position(after: 1) { $0.fix?.course = nil } == nil)
        #expect(position(after: 1) { $0.fix?.horizontalAccuracy = nil } == nil)
        #expect(position(after: 1) { $0.fix = nil } == nil)
    }

    @Test("it goes on from the fix of its report, not from itself")
    func later() throws {
        var report = report()
        report.now = position(after: 0.5)
        let later = try #require(report.now(after: .seconds(1)))
        #expect(later.bridged == .seconds(1.5) && later.time == time + .seconds(1))
        #expect(abs(later.coordinate.distance(to: start) - 30) < 1e-6)
        #expect(report.now(after: .seconds(4.6)) == nil)
        report.now = nil
        #expect(report.now(after: .seconds(1)) == nil)
    }
}
