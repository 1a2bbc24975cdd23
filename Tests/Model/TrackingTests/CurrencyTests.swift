import Basics
import Location
import TestSupport
import Testing
import Tracking

/// A position received just now is not always current.
struct CurrencyTests {
    private let clock = ManualClock()

    private func fix(north: Double, at time: Timestamp, speed: Double? = 20) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 52 + north / 111_000, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        (fix.timestamp, fix.speed, fix.course) = (time, speed, 0)
        return fix
    }

    private func drive(_ controller: inout LocationController, seconds: Int) {
        for second in 0..<seconds {
            let moment = clock.advance(by: .seconds(1))
            _ = controller.handle(.fix(fix(north: Double(second) * 20.1, at: moment.wallClock)), at: moment)
        }
    }

    @Test("delayed fixes make the state stale and have their own age")
    func delayed() throws {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        drive(&controller, seconds: 60)
        let held = clock.now.wallClock
        clock.advance(by: .seconds(60))
        for second in 1...20 {
            let moment = clock.advance(by: .seconds(1))
            let delayed = fix(north: (60 + Double(second)) * 20.1, at: held + .seconds(second))
            #expect(controller.handle(.fix(delayed), at: moment).verdict == .accepted)
            let report = controller.report(at: moment)
            #expect(report.state == .stale && report.age == .seconds(60))
        }
    }

    @Test("a receiver without a time has points of the time of reception, marked so")
    func withoutTime() throws {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for second in 0..<10 {
            let moment = clock.advance(by: .seconds(1))
            var fix = fix(north: Double(second) * 1.5, at: moment.wallClock, speed: nil)
            fix.timestamp = nil
            let decision = controller.handle(.fix(fix), at: moment)
            #expect(decision.verdict == .accepted && decision.correction?.timeSource == .reception)
            let point = try #require(controller.trackPoint(at: moment))
            #expect(point.timestamp == moment.wallClock && point.fix.timeSource == .reception)
            #expect(controller.report(at: moment).state == .live)
        }
    }

    @Test("a stuck stream that repeats itself ages", arguments: [true, false])
    func hung(timeGoesOn: Bool) {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        drive(&controller, seconds: 60)
        var states: [TrackingState] = []
        let last = clock.now.wallClock
        for _ in 0..<15 {
            let moment = clock.advance(by: .seconds(1))
            let repeated = fix(north: 59 * 20.1, at: timeGoesOn ? moment.wallClock : last)
            #expect(controller.handle(.fix(repeated), at: moment).verdict == .duplicate)
            states.append(controller.report(at: moment).state)
        }
        #expect(states.first == .live && states.last == .stale)
    }

    @Test("a stationary receiver may repeat its digits while its time advances")
    func standing() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for _ in 0..<60 {
            let moment = clock.advance(by: .seconds(1))
            _ = controller.handle(.fix(fix(north: 0, at: moment.wallClock, speed: 0)), at: moment)
        }
        #expect(controller.report(at: clock.now).state == .live)
    }

    @Test("a reported loss that is followed by silence is noticed when the next fix is due, not after the stale time")
    func lossThenSilence() throws {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for second in 0..<5 {
            _ = controller.handle(
                .fix(fix(north: Double(second), at: clock.now.wallClock)), at: clock.advance(by: .seconds(1)))
        }
        _ = controller.handle(.fix(Fix(device: "/dev/a", mode: .none)), at: clock.advance(by: .milliseconds(500)))
        #expect(controller.report(at: clock.now).state == .live)
        let deadline = try #require(controller.deadline)
        let wait = deadline - clock.now.uptime
        #expect(wait > .zero && wait < .seconds(1))
        _ = controller.advance(to: clock.advance(by: wait))
        #expect(controller.report(at: clock.now).state == .noFix)
    }
}
