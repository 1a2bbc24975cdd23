import Basics
import Location
import TestSupport
import Testing

@testable import Tracking

/// A receiver whose Doppler speed is five times as noisy as a good one's.
struct LearnedReceiversTests {
    private let clock = ManualClock()

    private func controller(_ learned: LearnedReceivers = LearnedReceivers()) -> LocationController {
        LocationController(settings: TrackingSettings(), learned: learned, at: clock.now)
    }

    /// Feeds fixes of a receiver at rest whose speeds have a deviation of 0.45 m/s along each axis.
    private func feed(_ controller: inout LocationController, device: String = "/dev/a", seconds: Int) {
        for second in 0..<seconds {
            var fix = Fix(device: device, mode: .threeDimensional)
            fix.coordinate = Coordinate(latitude: 52 + Double(second % 7) * 1e-6, longitude: 13)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 15, origin: .dilution)
            fix.timestamp = clock.now.wallClock
            (fix.speed, fix.course, fix.climb) = (0.64, Double(second * 137 % 360), 0)
            _ = controller.handle(.fix(fix), at: clock.advance(by: .seconds(1)))
        }
    }

    private func learned(seconds: Int = 900) -> LearnedReceivers {
        var controller = controller()
        feed(&controller, seconds: seconds)
        return controller.learned
    }

    // MARK: Restarts

    @Test("what was learnt at rest holds at once after a restart")
    func restart() throws {
        let learned = learned()
        let before = try #require(learned.receivers["/dev/a"])
        #expect(before.dopplerFactor > 3 && before.randomWalk != nil && before.modelledRadius.isTrue)
        clock.advance(by: .seconds(3600))
        var fresh = controller()
        var restored = controller(learned)
        #expect(restored.learned.receivers["/dev/a"]?.dopplerFactor == before.dopplerFactor)
        feed(&fresh, seconds: 1)
        feed(&restored, seconds: 1)
        #expect(fresh.estimator.statistics.dopplerFactor == 1)
        #expect(restored.estimator.statistics.dopplerFactor > 3)
        #expect(restored.estimator.statistics.rest == before.rest)
        #expect(restored.estimator.statistics.modelledRadius.isTrue)
    }

    @Test("the present sky and the verdict on the speed are learnt again")
    func present() throws {
        let learned = learned()
        #expect(learned.receivers["/dev/a"]?.minRadius == 15)
        let restored = try #require(controller(learned).learned.receivers["/dev/a"])
        #expect(restored.minRadius == .infinity)
        #expect(restored.hasUsableSpeed)
    }

    @Test("receivers that wait for their next fix are kept too")
    func several() {
        var first = controller()
        feed(&first, device: "/dev/a", seconds: 60)
        clock.advance(by: .seconds(60))
        feed(&first, device: "/dev/b", seconds: 60)
        #expect(first.learned.receivers.keys.sorted() == ["/dev/a", "/dev/b"])
        var second = controller(first.learned)
        feed(&second, device: "/dev/b", seconds: 60)
        #expect(
            second.learned.receivers["/dev/a"]?.dopplerVariance == first.learned.receivers["/dev/a"]?.dopplerVariance)
    }

    @Test("nothing is learnt before the first fix")
    func empty() {
        #expect(controller().learned.isEmpty)
    }

    // MARK: Age

    @Test("is forgotten after 30 days", arguments: [(29, true), (31, false)])
    func age(days: Int, isKept: Bool) {
        let learned = learned(seconds: 60)
        clock.advance(by: .seconds(days * 86_400))
        #expect(controller(learned).learned.isEmpty == !isKept)
    }

    @Test("a time in the future is forgotten, unless the clock may lag", arguments: [(0.5, true), (1.5, false)])
    func future(days: Double, isKept: Bool) {
        let before = clock.now
        clock.advance(by: .seconds(days * 86_400))
        let learned = learned(seconds: 60)
        let restored = LocationController(settings: TrackingSettings(), learned: learned, at: before)
        #expect(restored.learned.isEmpty == !isKept)
    }

    @Test("of too many receivers, those last used are kept, before and after a restart")
    func many() {
        var controller = controller()
        for number in 0..<12 {
            feed(&controller, device: "/dev/\(number)", seconds: 2)
            clock.advance(by: .seconds(60))
        }
        #expect(controller.learned.receivers.count == PositionEstimator.maxReceivers + 1)
        let restored = self.controller(controller.learned).learned.receivers
        #expect(Set(restored.keys) == Set((4..<12).map { "/dev/\($0)" }))
    }
}
