import Basics
import Location
import TestSupport
import Testing

@testable import Tracking

/// The position that the controller adds to a report for the moment of writing.
struct ReportedNowTests {
    private let clock = ManualClock()
    private let origin = Coordinate(clampingLatitude: 52, longitude: 13)

    /// A fix whose positions scatter by half a metre, as a measured speed never agrees with them to a centimetre.
    private func fix(_ second: Int, speed: Double? = 20, delay: Duration = .zero) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        let way = 20 * Double(second) + (second.isMultiple(of: 2) ? 0.5 : 0)
        fix.coordinate = origin.moved(north: way, east: 0)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        fix.timestamp = clock.now.wallClock + (.zero - delay)
        (fix.speed, fix.course) = (speed, 0)
        return fix
    }

    private func drive(_ fixes: Range<Int>, _ change: (inout Fix) -> Void = { _ in }) -> LocationController {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for second in fixes {
            let moment = clock.advance(by: .seconds(1))
            var fix = fix(second)
            change(&fix)
            _ = controller.handle(.fix(fix), at: moment)
        }
        return controller
    }

    @Test("a second after a fix it is a second ahead of it, and the fix stays")
    func ahead() throws {
        let controller = drive(0..<60)
        let moment = clock.advance(by: .seconds(1))
        let report = controller.report(at: moment)
        let (now, fix) = (try #require(report.now), try #require(report.fix))
        #expect(now.bridged == .seconds(1) && now.time == moment.wallClock)
        let start = try #require(fix.coordinate)
        #expect(abs(start.distance(to: now.coordinate) - 20) < 0.01)
        #expect(start == self.fix(59).coordinate)
        #expect(controller.trackPoint(at: moment)?.coordinate == start)
    }

    @Test("the ordinary delay of a fix counts if the clock of this machine can measure it")
    func delay() throws {
        var controller = drive(0..<60)
        let moment = clock.advance(by: .seconds(1))
        _ = controller.handle(.fix(fix(60, delay: .milliseconds(300))), at: moment)
        #expect(controller.report(at: moment).now?.bridged == .milliseconds(300))
        controller.isClockSynchronised = false
        #expect(controller.report(at: moment).now?.bridged == .zero)
    }

    @Test("none by a speed that is derived from the positions, nor without one, nor at rest, nor of an earlier run")
    func absent() {
        let derived = drive(0..<60) { fix in
            fix.coordinate = fix.coordinate.map { _ in
                origin.moved(north: 20 * Double(clock.now.wallClock.milliseconds / 1000 % 10_000), east: 0)
            }
        }
        #expect(derived.report(at: clock.now).motion == .moving && derived.report(at: clock.now).now == nil)
        let silent = drive(0..<60) { $0.speed = nil }
        #expect(silent.report(at: clock.now).now == nil)
        let resting = drive(0..<60) { ($0.coordinate, $0.speed) = (origin, 0) }
        #expect(resting.report(at: clock.now).now == nil)
        let restored = LocationController(
            settings: TrackingSettings(), lastReport: drive(0..<60).report(at: clock.now), at: clock.now)
        #expect(restored.report(at: clock.now).fix != nil && restored.report(at: clock.now).now == nil)
    }
}
