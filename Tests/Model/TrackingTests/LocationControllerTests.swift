import Basics
import Location
import TestSupport
import Testing
import Tracking

struct LocationControllerTests {
    private let clock = ManualClock()

    private func controller(_ settings: TrackingSettings = TrackingSettings()) -> LocationController {
        LocationController(settings: settings, at: clock.now)
    }

    private func fix(_ latitude: Double? = 52, device: String = "/dev/a", accuracy: Double? = 5) -> Fix {
        var fix = Fix(device: device, mode: latitude == nil ? .none : .threeDimensional)
        fix.coordinate = latitude.flatMap { Coordinate(latitude: $0, longitude: 13) }
        fix.horizontalAccuracy = accuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        fix.timestamp = clock.now.wallClock
        return fix
    }

    // MARK: The states

    @Test("passes through the states in the usual order of a start")
    func states() {
        var controller = controller()
        var seen = [controller.report(at: clock.now).state]
        let events: [ReceiverEvent] = [
            .disconnected(reason: "connection refused"), .receivers([]), .receivers(["/dev/a"]), .fix(fix(nil)),
            .fix(fix()),
        ]
        for event in events {
            _ = controller.handle(event, at: clock.advance(by: .seconds(1)))
            seen.append(controller.report(at: clock.now).state)
        }
        #expect(seen == [.starting, .noGPSD, .noReceiver, .noFix, .noFix, .live])
    }

    @Test("reports why gpsd is unreachable, and since when")
    func detail() {
        var controller = controller()
        let moment = clock.advance(by: .seconds(3))
        _ = controller.handle(.disconnected(reason: "connection refused"), at: moment)
        _ = controller.handle(.disconnected(reason: "connection refused"), at: clock.advance(by: .seconds(3)))
        let report = controller.report(at: clock.now)
        #expect(report.detail == "connection refused")
        #expect(report.since == moment.wallClock)
    }

    @Test("a position becomes stale by time alone, and not earlier")
    func stale() throws {
        var controller = controller()
        _ = controller.handle(.fix(fix()), at: clock.now)
        #expect(controller.deadline == clock.now.uptime + .seconds(10))
        #expect(controller.advance(to: clock.advance(by: .milliseconds(9_999))) == Decision())
        let decision = controller.advance(to: clock.advance(by: .milliseconds(1)))
        #expect(decision.changesReport && decision.changesPage)
        let report = controller.report(at: clock.now)
        #expect(report.state == .stale)
        #expect(report.age == .seconds(10))
        #expect(report.since == clock.now.wallClock)
        #expect(controller.deadline == nil)
    }

    @Test("the age follows uptime, whatever the wall clock does")
    func age() {
        var controller = controller()
        _ = controller.handle(.fix(fix()), at: clock.now)
        var later = clock.advance(by: .seconds(4))
        later.wallClock = Timestamp(milliseconds: 0)
        #expect(controller.report(at: later).age == .seconds(4))
    }

    @Test("a reported loss of the position takes effect at once and retains the last one")
    func lost() {
        var controller = controller()
        _ = controller.handle(.fix(fix()), at: clock.now)
        let decision = controller.handle(.fix(fix(nil)), at: clock.advance(by: .seconds(1)))
        #expect(decision.verdict == .rejected(.noPosition))
        let report = controller.report(at: clock.now)
        #expect(report.state == .noFix)
        #expect(report.fix?.coordinate?.latitude == 52)
        #expect(report.age == .seconds(1))
        _ = controller.handle(.fix(fix()), at: clock.advance(by: .seconds(1)))
        #expect(controller.report(at: clock.now).state == .live)
    }

    @Test("a lost connection does not affect a recent position and explains a stale one")
    func disconnected() {
        var controller = controller()
        _ = controller.handle(.fix(fix()), at: clock.now)
        _ = controller.handle(.disconnected(reason: "gpsd closed the connection"), at: clock.advance(by: .seconds(1)))
        #expect(controller.report(at: clock.now).state == .live)
        _ = controller.advance(to: clock.advance(by: .seconds(9)))
        #expect(controller.report(at: clock.now).state == .noGPSD)
    }

    @Test("names a configured receiver that is missing")
    func missing() {
        var controller = controller(TrackingSettings(device: "/dev/b"))
        _ = controller.handle(.receivers(["/dev/a"]), at: clock.now)
        let report = controller.report(at: clock.now)
        #expect(report.state == .noReceiver)
        #expect(report.detail == "gpsd does not have /dev/b; it has /dev/a")
    }

    @Test("a receiver that delivers without being listed does not change the list")
    func unlisted() {
        var controller = controller(TrackingSettings(device: "/dev/a"))
        _ = controller.handle(.receivers(["/dev/a"]), at: clock.now)
        _ = controller.handle(.fix(fix(device: "/dev/b")), at: clock.now)
        #expect(controller.report(at: clock.now).state == .noFix)
    }

    // MARK: The original's rule

    @Test("a repeated location is rendered once while its time advances")
    func duplicate() {
        var controller = controller()
        let first = controller.handle(.fix(fix()), at: clock.now)
        var second = fix()
        second.altitude = 100
        second.timestamp = clock.now.wallClock + .seconds(1)
        let decision = controller.handle(.fix(second), at: clock.advance(by: .seconds(1)))
        #expect(first.verdict == .accepted && first.changesPage)
        #expect(decision.verdict == .duplicate && decision.changesReport && !decision.changesPage)
        let report = controller.report(at: clock.now)
        #expect(report.fix?.coordinate == second.coordinate && report.fix?.altitude == 100)
        #expect(report.fix?.timestamp == second.timestamp)
        #expect(report.age == .zero)
        #expect(report.received == clock.now.wallClock)
    }

    @Test("a change of accuracy, latitude or longitude is a new location")
    func notDuplicate() {
        var controller = controller()
        _ = controller.handle(.fix(fix()), at: clock.now)
        var elsewhere = fix()
        elsewhere.coordinate = Coordinate(latitude: 52, longitude: 13.000000001)
        let others = [fix(accuracy: 5.1), fix(52.000000001), elsewhere, fix(accuracy: nil)]
        for other in others {
            #expect(controller.handle(.fix(other), at: clock.now).verdict == .accepted)
        }
    }

    @Test("a first fix of zeroes is not a duplicate")
    func firstAtZero() {
        var controller = controller()
        #expect(controller.handle(.fix(fix(0, accuracy: nil)), at: clock.now).verdict == .accepted)
    }

    @Test("renders a repeated location before its page looks stale")
    func keptFresh() {
        var controller = controller()
        var draws = 0
        for _ in 0..<12 {
            if controller.handle(.fix(fix()), at: clock.now).changesPage { draws += 1 }
            clock.advance(by: .seconds(1))
        }
        #expect(draws == 3)
    }

    // MARK: Repairs

    @Test("shifts the date of a receiver 1024 weeks behind")
    func rollover() {
        var controller = controller()
        var old = fix()
        old.timestamp = clock.now.wallClock + .seconds(-1024 * 604_800)
        #expect(controller.handle(.fix(old), at: clock.now).verdict == .accepted)
        #expect(controller.report(at: clock.now).fix?.timestamp == clock.now.wallClock)
    }

    @Test("without a synchronised clock, three consistent fixes establish a time")
    func unconfirmedTime() {
        var controller = controller()
        controller.isClockSynchronised = false
        var verdicts: [String] = []
        for _ in 0..<3 {
            var other = fix()
            other.timestamp = clock.now.wallClock + .seconds(90 * 86_400)
            let verdict = controller.handle(.fix(other), at: clock.now).verdict
            verdicts.append(verdict?.rejection?.name ?? "taken")
            clock.advance(by: .seconds(1))
        }
        #expect(verdicts == ["time-implausible", "time-implausible", "taken"])
    }

    @Test("rejects an impossible jump with its numbers")
    func jump() {
        var controller = controller()
        _ = controller.handle(.fix(fix()), at: clock.now)
        let verdict = controller.handle(.fix(fix(52.1)), at: clock.advance(by: .seconds(1))).verdict
        #expect(verdict?.rejection?.name == "implausible-jump")
        #expect(controller.report(at: clock.now).fix?.coordinate?.latitude == 52)
    }

    // MARK: Restarts

    @Test("the last known position survives a restart and is never live")
    func restored() {
        var before = Report(state: .live, since: clock.now.wallClock)
        before.fix = fix()
        before.received = clock.now.wallClock
        clock.advance(by: .seconds(2))
        var controller = LocationController(settings: TrackingSettings(), lastReport: before, at: clock.now)
        var report = controller.report(at: clock.now)
        #expect(report.state == .starting && report.fix == before.fix && report.age == .seconds(2))
        #expect(report.received == before.received)
        _ = controller.handle(.receivers(["/dev/a"]), at: clock.now)
        report = controller.report(at: clock.now)
        #expect(report.state == .noFix)
        let decision = controller.handle(.fix(fix()), at: clock.now)
        #expect(decision.verdict == .accepted && decision.changesPage)
    }

    @Test("a clock before the last known position yields no age")
    func restoredIntoThePast() {
        var before = Report(state: .live, since: clock.now.wallClock)
        before.fix = fix()
        before.received = clock.now.wallClock + .seconds(60)
        let controller = LocationController(settings: TrackingSettings(), lastReport: before, at: clock.now)
        #expect(controller.report(at: clock.now).age == nil)
    }

    // MARK: Reports

    @Test("numbers reports consecutively, only on changes")
    func sequence() {
        var controller = controller()
        _ = controller.handle(.receivers(["/dev/a"]), at: clock.now)
        _ = controller.handle(.receivers(["/dev/a"]), at: clock.now)
        #expect(controller.report(at: clock.now).sequence == 1)
        for _ in 0..<3 { _ = controller.handle(.fix(fix()), at: clock.advance(by: .seconds(1))) }
        #expect(controller.report(at: clock.now).sequence == 4)
    }

    @Test("reports the sky view of the receiver in use")
    func sky() {
        var controller = controller()
        _ = controller.handle(.satellites(Satellites(used: 3, visible: 5), device: "/dev/b"), at: clock.now)
        _ = controller.handle(.satellites(Satellites(used: 8, visible: 10, hdop: 0.9), device: "/dev/a"), at: clock.now)
        _ = controller.handle(.fix(fix()), at: clock.now)
        #expect(controller.report(at: clock.now).satellites == Satellites(used: 8, visible: 10, hdop: 0.9))
    }

    @Test("drops an old sky view, and that of a removed receiver")
    func oldSky() {
        var controller = controller()
        let satellites = ReceiverEvent.satellites(Satellites(used: 8), device: "/dev/a")
        _ = controller.handle(.receivers(["/dev/a"]), at: clock.now)
        _ = controller.handle(satellites, at: clock.now)
        _ = controller.handle(.fix(fix()), at: clock.advance(by: .seconds(9)))
        #expect(controller.report(at: clock.now).satellites?.used == 8)
        #expect(controller.report(at: clock.advance(by: .seconds(1))).satellites == nil)
        _ = controller.handle(satellites, at: clock.now)
        _ = controller.handle(.receivers([]), at: clock.now)
        #expect(controller.report(at: clock.now).satellites == nil)
    }

    // MARK: Several receivers

    private func handle(_ controller: inout LocationController, _ fix: Fix, after step: Duration = .zero) -> Verdict? {
        controller.handle(.fix(fix), at: clock.advance(by: step)).verdict
    }

    @Test("uses only the configured receiver")
    func configured() {
        var controller = controller(TrackingSettings(device: "/dev/b"))
        #expect(handle(&controller, fix(device: "/dev/a"))?.rejection?.name == "other-device")
        #expect(handle(&controller, fix(device: "/dev/b")) == .accepted)
        #expect(handle(&controller, fix(device: "/dev/a"), after: .seconds(60))?.rejection?.name == "other-device")
    }

    @Test("selects the better of two receivers at the start and retains it")
    func sticky() {
        var controller = controller()
        #expect(handle(&controller, fix(1, device: "/dev/a", accuracy: 9)) == .accepted)
        #expect(handle(&controller, fix(1.0001, device: "/dev/b", accuracy: 3)) == .accepted)
        #expect(handle(&controller, fix(1, device: "/dev/a", accuracy: 9))?.rejection?.name == "other-device")
        #expect(handle(&controller, fix(1.0002, device: "/dev/b", accuracy: 3), after: .seconds(11)) == .accepted)
        #expect(handle(&controller, fix(1, device: "/dev/a", accuracy: 1))?.rejection?.name == "other-device")
    }

    @Test("fails over after the receiver in use has been silent for long enough, or without a position for a moment")
    func failOver() {
        var controller = controller()
        #expect(handle(&controller, fix(device: "/dev/a")) == .accepted)
        #expect(handle(&controller, fix(nil, device: "/dev/a"), after: .seconds(1)) == .rejected(.noPosition))
        #expect(handle(&controller, fix(device: "/dev/b", accuracy: 50), after: .seconds(1)) == .accepted)
        controller = self.controller()
        #expect(handle(&controller, fix(device: "/dev/a")) == .accepted)
        _ = clock.advance(by: .seconds(5))
        #expect(
            handle(&controller, fix(device: "/dev/b", accuracy: 50), after: .seconds(4))?.rejection?.name
                == "other-device")
        #expect(handle(&controller, fix(device: "/dev/b", accuracy: 50), after: .seconds(1)) == .accepted)
    }
}
