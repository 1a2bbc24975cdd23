import Basics
import Location
import TestSupport
import Testing
import Tracking

/// A relocated machine, and the fixes that were rejected before the relocation was accepted.
struct RelocationTests {
    private let clock = ManualClock()

    private func fix(_ latitude: Double, speed: Double? = nil) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: latitude, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        fix.timestamp = clock.now.wallClock
        (fix.speed, fix.course) = (speed, speed == nil ? nil : 0)
        return fix
    }

    private func decide(_ controller: inout LocationController, _ latitude: Double, speed: Double? = nil) -> Decision {
        let moment = clock.advance(by: .seconds(1))
        return controller.handle(.fix(fix(latitude, speed: speed)), at: moment)
    }

    @Test("accepts the fourth consistent fix and reinstates the three before it in order")
    func reinstated() throws {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for _ in 0..<20 { _ = decide(&controller, 52) }
        let decisions = (0..<4).map { decide(&controller, 53 + Double($0) / 100_000) }
        #expect(decisions.map { $0.verdict?.name } == ["rejected", "rejected", "rejected", "accepted"])
        #expect(decisions.dropLast().allSatisfy { $0.reinstated.isEmpty })
        let reinstated = try #require(decisions.last).reinstated
        #expect(reinstated.compactMap { $0.coordinate?.latitude.rounded() } == [53, 53, 53])
        #expect(reinstated.compactMap(\.timestamp).count == 3)
        #expect(
            reinstated.map(\.timestamp)
                == reinstated.map(\.timestamp).sorted { ($0 ?? .distantPast) < ($1 ?? .distantPast) })
        #expect(decide(&controller, 53.00004).reinstated.isEmpty)
    }

    @Test("never reinstates or counts single outliers")
    func outliers() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for second in 0..<200 {
            let decision = decide(&controller, second % 20 == 19 ? 54 + Double(second) / 100 : 52, speed: 0)
            #expect(decision.reinstated.isEmpty)
        }
        #expect(controller.report(at: clock.now).odometer == 0)
    }

    @Test("the odometer continues from an earlier run")
    func restart() throws {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for second in 0..<120 { _ = decide(&controller, 52 + Double(second) * 10 / 111_000, speed: 10.1) }
        let before = controller.report(at: clock.now)
        #expect(try #require(before.odometer) > 1000)
        var next = LocationController(settings: TrackingSettings(), lastReport: before, at: clock.now)
        #expect(next.report(at: clock.now).odometer == before.odometer)
        for _ in 0..<60 { _ = decide(&next, 52 + 1190.0 / 111_000, speed: 0) }
        #expect(next.report(at: clock.now).odometer == before.odometer)
    }
}

extension Timestamp {
    fileprivate static let distantPast = Timestamp(milliseconds: .min)
}
