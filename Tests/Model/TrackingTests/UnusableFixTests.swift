import Basics
import Location
import TestSupport
import Testing
import Tracking

/// The handling of fixes that are unusable as reported.
struct UnusableFixTests {
    private let clock = ManualClock()

    private func fix(_ latitude: Double, device: String = "/dev/a", accuracy: Double = 5) -> Fix {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: latitude, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: accuracy, origin: .receiver)
        fix.timestamp = clock.now.wallClock
        return fix
    }

    @Test("replaces a frozen position by the Earth-centred one")
    func frozen() throws {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        let truth = try #require(Coordinate(latitude: 52.01, longitude: 13))
        var frozen = fix(52)
        frozen.ecefPosition = ECEFVector(GeodeticPosition(coordinate: truth, ellipsoidalAltitude: 50))
        _ = controller.handle(.fix(frozen), at: clock.now)
        let shown = try #require(controller.report(at: clock.now).fix)
        #expect(shown.source == .ecef)
        #expect(try #require(shown.coordinate).distance(to: truth) < 0.001)
    }

    @Test("explains why a position is not used")
    func simulated() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        var simulated = fix(52)
        simulated.differential = .simulated
        _ = controller.handle(.fix(simulated), at: clock.now)
        let report = controller.report(at: clock.now)
        #expect(report.state == .noFix)
        #expect(report.detail?.contains("simulated") == true)
        _ = controller.handle(.fix(fix(52)), at: clock.now)
        #expect(controller.report(at: clock.now).detail == nil)
    }

    @Test("an unusable receiver does not block others")
    func unusable() {
        var controller = LocationController(settings: TrackingSettings(maxAccuracy: 10), at: clock.now)
        for _ in 0..<30 {
            let moment = clock.advance(by: .seconds(1))
            #expect(controller.handle(.fix(fix(52, accuracy: 50)), at: moment).verdict?.rejection?.name == "inaccurate")
            _ = controller.handle(.fix(fix(52, device: "/dev/b")), at: moment)
        }
        #expect(controller.report(at: clock.now).fix?.device == "/dev/b")
        #expect(controller.report(at: clock.now).state == .live)
    }

    @Test("a lost position is not explained by an earlier rejection")
    func lost() {
        var controller = LocationController(settings: TrackingSettings(maxAccuracy: 10), at: clock.now)
        _ = controller.handle(.fix(fix(52, accuracy: 50)), at: clock.now)
        #expect(controller.report(at: clock.now).detail?.contains("50") == true)
        _ = controller.handle(.fix(Fix(device: "/dev/a", mode: .none)), at: clock.advance(by: .seconds(1)))
        #expect(controller.report(at: clock.now).detail == nil)
    }

    @Test("max-accuracy applies to the realistic radius, not to gpsd's estimate")
    func maxAccuracy() {
        var controller = LocationController(settings: TrackingSettings(maxAccuracy: 10), at: clock.now)
        var guessed = fix(52)
        guessed.horizontalAccuracy = HorizontalAccuracy(radius: 15, origin: .dilution)
        #expect(controller.handle(.fix(guessed), at: clock.now).verdict == .accepted)
    }
}
