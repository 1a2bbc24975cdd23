import Basics
import Location
import TestSupport
import Testing
import Tracking

struct ReconfigurationTests {
    private let clock = ManualClock()

    private func fix(_ latitude: Double = 52, device: String = "/dev/a", radius: Double = 5) -> ReceiverEvent {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: latitude, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        fix.timestamp = clock.now.wallClock
        return .fix(fix)
    }

    private func live(_ settings: TrackingSettings = TrackingSettings()) -> LocationController {
        var controller = LocationController(settings: settings, at: clock.now)
        for _ in 0..<5 { _ = controller.handle(fix(), at: clock.advance(by: .seconds(1))) }
        return controller
    }

    @Test("retains what is known and reports nothing without a change")
    func same() {
        var controller = live()
        let before = controller.report(at: clock.now)
        #expect(controller.reconfigure(TrackingSettings(), at: clock.now) == Decision())
        #expect(controller.report(at: clock.now) == before)
        #expect(before.state == .live)
    }

    @Test("a shorter maximum age makes a position stale at once, a longer one current")
    func age() {
        var controller = live()
        _ = clock.advance(by: .seconds(5))
        let stale = controller.reconfigure(TrackingSettings(staleAfter: .seconds(3)), at: clock.now)
        #expect(stale.changesReport && stale.changesPage)
        #expect(controller.report(at: clock.now).state == .stale)
        _ = controller.reconfigure(TrackingSettings(staleAfter: .seconds(30)), at: clock.now)
        #expect(controller.report(at: clock.now).state == .live)
        #expect(controller.deadline == clock.now.uptime + .seconds(25))
    }

    @Test("a limit applies from the next fix")
    func limit() {
        var controller = live()
        _ = controller.reconfigure(TrackingSettings(maxAccuracy: 4), at: clock.now)
        let verdict = controller.handle(fix(), at: clock.advance(by: .seconds(1))).verdict
        #expect(verdict == .rejected(.inaccurate(radius: 5, limit: 4)))
    }

    @Test("another receiver is used from its next fix, and the previous one no longer")
    func device() {
        var controller = live()
        _ = controller.reconfigure(TrackingSettings(device: "/dev/b"), at: clock.now)
        let verdict = controller.handle(fix(), at: clock.advance(by: .seconds(1))).verdict
        #expect(verdict == .rejected(.otherDevice(inUse: "/dev/b")))
        _ = controller.handle(fix(53, device: "/dev/b"), at: clock.advance(by: .seconds(1)))
        #expect(controller.report(at: clock.now).fix?.device == "/dev/b")
    }

    @Test("the fix of a receiver that is no longer wanted is not current from the reload on")
    func dropped() {
        var controller = live()
        let decision = controller.reconfigure(TrackingSettings(device: "/dev/b"), at: clock.now)
        let report = controller.report(at: clock.now)
        #expect(decision.changesReport && decision.changesPage)
        #expect(report.state == .noReceiver)
        #expect(report.fix?.device == "/dev/a", "the last known position stays")
        #expect(report.motion == .unknown)
        #expect(controller.trackPoint(at: clock.now)?.motion == .unknown)
    }

    @Test("the receiver in use may be configured without an interruption")
    func configuredInUse() {
        var controller = live()
        _ = controller.reconfigure(TrackingSettings(device: "/dev/a"), at: clock.now)
        #expect(controller.report(at: clock.now).state == .live)
    }

    @Test("a receiver no longer configured is retained while it delivers")
    func free() {
        var controller = live(TrackingSettings(device: "/dev/a"))
        _ = controller.reconfigure(TrackingSettings(), at: clock.now)
        _ = controller.handle(fix(), at: clock.advance(by: .seconds(1)))
        let verdict = controller.handle(fix(53, device: "/dev/b", radius: 50), at: clock.advance(by: .seconds(1)))
            .verdict
        #expect(verdict == .rejected(.otherDevice(inUse: "/dev/a")))
    }

    @Test("after a change of source its receiver is used at once, and the position retained until then")
    func source() {
        var controller = live()
        controller.resetSource(at: clock.now)
        #expect(controller.report(at: clock.now).state == .live)
        let verdict = controller.handle(fix(53, device: "/dev/b"), at: clock.advance(by: .seconds(1))).verdict
        #expect(verdict?.rejection == nil)
        #expect(controller.report(at: clock.now).fix?.device == "/dev/b")
    }

    @Test("another platform allows other jumps and retains the distance")
    func platform() {
        // 300 m in ten seconds from rest: possible for an aircraft, not for a pedestrian.
        func jump(on platform: Platform) -> Verdict? {
            var controller = live()
            _ = controller.reconfigure(TrackingSettings(platform: platform), at: clock.now)
            _ = clock.advance(by: .seconds(10))
            return controller.handle(fix(52.0027), at: clock.now).verdict
        }
        #expect(jump(on: .air)?.rejection == nil)
        #expect(jump(on: .pedestrian)?.rejection != nil)
    }
}
