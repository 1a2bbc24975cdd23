import Basics
import Location
import TestSupport
import Testing
import Tracking

struct StateAssessmentTests {
    private let clock = ManualClock()

    private func fix(radius: Double, isSimulated: Bool = false) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 52.5, longitude: 13.25)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        fix.differential = isSimulated ? .simulated : .none
        fix.timestamp = clock.now.wallClock
        return fix
    }

    @Test("a reason with changed numbers is the same and not reported again")
    func numbers() {
        var controller = LocationController(settings: TrackingSettings(maxAccuracy: 5), at: clock.now)
        _ = controller.handle(.fix(fix(radius: 31.9)), at: clock.advance(by: .seconds(1)))
        let text = "the radius of 31.9 m is larger than 5.0 m"
        #expect(controller.report(at: clock.now).detail == text)
        for radius in [44.8, 12.25, 31.9, 80] {
            let decision = controller.handle(.fix(fix(radius: radius)), at: clock.advance(by: .seconds(1)))
            #expect(!decision.changesReport && !decision.changesPage)
        }
        #expect(controller.report(at: clock.now).detail == text)
    }

    @Test("reports another reason, and the first one again with its numbers")
    func reasons() {
        var controller = LocationController(settings: TrackingSettings(maxAccuracy: 5), at: clock.now)
        let fixes = [fix(radius: 31.9), fix(radius: 4, isSimulated: true), fix(radius: 44.8)]
        let details = fixes.map { fix in
            let decision = controller.handle(.fix(fix), at: clock.advance(by: .seconds(1)))
            #expect(decision.changesReport && decision.changesPage)
            return controller.report(at: clock.now).detail
        }
        #expect(details.map { $0?.prefix(18) } == ["the radius of 31.9", "a simulated positi", "the radius of 44.8"])
    }

    @Test("compares other details literally")
    func text() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for reason in ["connection refused", "no such host"] {
            let decision = controller.handle(.disconnected(reason: reason), at: clock.advance(by: .seconds(1)))
            #expect(decision.changesReport && controller.report(at: clock.now).detail == reason)
        }
    }
}
