import Basics
import Location
import TestSupport
import Testing

@testable import Tracking

struct IntegrityTests {
    private let clock = ManualClock()
    private let settings = TrackingSettings()

    /// A controller after two minutes at a place, whose receiver then claims another one for some seconds.
    private func controller(claimed seconds: Int, ahead: Double? = 0) -> LocationController {
        var controller = LocationController(settings: settings, at: clock.now)
        run(&controller, at: 52, for: 120, ahead: ahead == nil ? nil : 0)
        run(&controller, at: 53, for: seconds, ahead: ahead)
        return controller
    }

    /// Reports fixes whose time is some seconds ahead of the truth; nil without a time.
    @discardableResult
    private func run(
        _ controller: inout LocationController, at latitude: Double, for seconds: Int, ahead: Double? = 0
    ) -> [Decision] {
        (0..<seconds).map { second in
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            let moment = clock.advance(by: .seconds(1))
            fix.coordinate = Coordinate(latitude: latitude + Double(second % 7) * 1e-6, longitude: 13)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
            fix.timestamp = ahead.map { moment.wallClock + .seconds($0) }
            (fix.speed, fix.course) = (Double(second % 5) / 100, 0)
            return controller.handle(.fix(fix), at: moment)
        }
    }

    @Test("a receiver that leaps by a degree is contradicted: the trusted fix with its age, and the claim")
    func contradicted() throws {
        let report = controller(claimed: 20).report(at: clock.now)
        #expect(report.state == .contradicted)
        #expect(report.integrity.level == .contradicted)
        #expect(report.integrity.reasons.map(\.code) == [.jump])
        #expect(report.age == .seconds(20))
        #expect(report.motion == .unknown)
        #expect(Int(try #require(report.fix?.coordinate).latitude.rounded()) == 52)
        #expect(Int(try #require(report.claim?.coordinate).latitude.rounded()) == 53)
        #expect(report.odometer == 0)
    }

    @Test("it is never live, not for a second, and its fixes are rejected as contradicted")
    func neverLive() {
        var controller = LocationController(settings: settings, at: clock.now)
        run(&controller, at: 52, for: 120)
        let decisions = run(&controller, at: 53, for: 20)
        #expect(decisions.allSatisfy { $0.verdict?.rejection != nil && $0.treatment == nil })
        #expect(decisions.last?.verdict == .rejected(.contradicted))
        #expect(decisions[0].changesReport && decisions[4].changesReport)
        #expect(!decisions[10].changesReport)
        #expect(controller.deadline == nil)
    }

    @Test("a lost connection, at once, is a state of its own and never live, and the judgement stays in the report")
    func disconnected() {
        var controller = controller(claimed: 6)
        let claim = controller.report(at: clock.now).claim
        _ = controller.handle(.disconnected(reason: "gone"), at: clock.advance(by: .seconds(1)))
        let report = controller.report(at: clock.now)
        #expect(report.state == .noGPSD)
        #expect(report.integrity.level == .contradicted)
        #expect(report.claim == claim && claim != nil)
    }

    @Test("a restart without a receiver loses nothing either, and its first report goes on from the claim")
    func restartWithoutReceiver() {
        var before = controller(claimed: 20)
        _ = before.handle(.disconnected(reason: "gone"), at: clock.advance(by: .seconds(1)))
        let stored = before.report(at: clock.now)
        let between = LocationController(settings: settings, lastReport: stored, at: clock.now).report(at: clock.now)
        #expect(between.state == .starting && between.claim == stored.claim)
        var controller = LocationController(settings: settings, lastReport: between, at: clock.now)
        run(&controller, at: 53, for: 30)
        #expect(controller.report(at: clock.now).state == .contradicted)
    }

    @Test("another gpsd is judged by what it sends")
    func otherSource() {
        var controller = controller(claimed: 20)
        controller.resetSource(at: clock.now)
        run(&controller, at: 54, for: 20)
        let report = controller.report(at: clock.now)
        #expect(report.state == .live && report.integrity.level == .nominal && report.claim == nil)
    }

    @Test("back at its place it is live again within a minute")
    func back() {
        var controller = controller(claimed: 60)
        run(&controller, at: 52, for: 30)
        let report = controller.report(at: clock.now)
        #expect(report.state == .live)
        #expect(report.integrity.level == .nominal)
        #expect(report.claim == nil)
    }

    @Test("the owner's word makes the claim the position")
    func owner() throws {
        var controller = controller(claimed: 20)
        let decision = controller.trustClaim(at: clock.now)
        #expect(decision?.changesReport == true)
        let report = controller.report(at: clock.now)
        #expect(report.state == .live)
        #expect(Int(try #require(report.fix?.coordinate).latitude.rounded()) == 53)
        let again = controller.trustClaim(at: clock.now)
        #expect(again == nil)
    }

    @Test("the owner's word about an old claim makes nothing current, but explains the next fix")
    func ownerLate() throws {
        var controller = controller(claimed: 20)
        let decision = controller.trustClaim(at: clock.advance(by: settings.staleAfter))
        #expect(decision != nil)
        let report = controller.report(at: clock.now)
        #expect(report.state != .live && report.state != .contradicted)
        #expect(report.claim == nil && report.integrity.level == .nominal)
        #expect(Int(try #require(report.fix?.coordinate).latitude.rounded()) == 52)
        run(&controller, at: 53, for: 2)
        #expect(controller.report(at: clock.now).state == .live)
    }

    @Test("an accepted claim keeps its age")
    func ownerAge() {
        var controller = controller(claimed: 20)
        _ = controller.trustClaim(at: clock.advance(by: .seconds(4)))
        let report = controller.report(at: clock.now)
        #expect(report.state == .live && report.age == .seconds(4))
    }

    @Test("the owner's word counts between a restart and the first fix")
    func ownerBeforeFix() {
        let stored = controller(claimed: 20).report(at: clock.now)
        var controller = LocationController(settings: settings, lastReport: stored, at: clock.now)
        let words = (0..<2).map { _ in controller.trustClaim(at: clock.now) != nil }
        #expect(words == [true, false])
        #expect(controller.report(at: clock.now).integrity.level == .nominal)
        run(&controller, at: 53, for: 20)
        #expect(controller.report(at: clock.now).state == .live)
    }

    @Test(
        "a restart while contradicted changes nothing, whatever time the receiver claims",
        arguments: [0, 259_200, -259_200, nil] as [Double?])
    func restart(ahead: Double?) {
        let report = controller(claimed: 20, ahead: ahead).report(at: clock.now)
        #expect(report.state == .contradicted)
        var controller = LocationController(settings: settings, lastReport: report, at: clock.now)
        run(&controller, at: 53, for: 60, ahead: ahead)
        let after = controller.report(at: clock.now)
        #expect(after.state == .contradicted)
        #expect(after.fix == report.fix)
        run(&controller, at: 52, for: 30, ahead: ahead == nil ? nil : 0)
        #expect(controller.report(at: clock.now).state == .live)
    }
}
