import Basics
import Glibc
import Location
import Testing

@testable import Tracking

/// What a rest shows of a receiver, and what it does not.
struct RestEvidenceTests {
    private let frame: LocalFrame
    private var estimator = PositionEstimator(platform: .any, odometer: 0)

    init() throws {
        frame = LocalFrame(origin: try #require(Coordinate(latitude: 52.1, longitude: 13.2)))
    }

    /// Processes a fix at a distance north in metres.
    @discardableResult
    private mutating func add(_ north: Double, second: Int, radius: Double = 8, speed: Double? = 0) -> Jump? {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        (fix.speed, fix.course) = (speed, speed ?? 0 > 0 ? 0 : nil)
        let place = frame.coordinate(of: LocalVector(north: north, east: Double(second % 3) / 20))
        return estimator.process(fix, at: place, uptime: .seconds(second))
    }

    private func error(from north: Double) throws -> Double {
        try #require(estimator.coordinate).distance(to: frame.coordinate(of: LocalVector(north: north)))
    }

    @Test("errors of 12 m indoors that change within a minute are no motion where the speed is held at 0")
    mutating func wander() {
        for second in 0..<3600 {
            let time = Double(second)
            add(12 * min(1, time / 600) * sin(time * .pi / 60), second: second)
            #expect(estimator.motion == .stationary, "after \(second) s")
        }
        #expect(estimator.odometer == 0)
    }

    @Test("a good fix beside a position known to a kilometre is no outlier")
    mutating func coarseStart() throws {
        add(0, second: 0, radius: 1200)
        #expect(add(300, second: 1) == nil)
        #expect(estimator.treatment?.kind != .held)
        for second in 2..<4 { #expect(add(300, second: second) == nil) }
        #expect(try error(from: 300) < 1)
    }

    @Test("what the last seconds of a rest show is taken back if a start ends it")
    mutating func lateStart() {
        for second in 0..<120 { add(0, second: second) }
        // The first seconds of a start look like errors at rest while the speed does not show it.
        for second in 120..<128 {
            let time = Double(second - 119)
            add(time * time / 2, second: second, speed: second < 124 ? 0 : time)
        }
        #expect(estimator.motion == .moving)
        #expect(estimator.statistics.rest.map(\.square).max() ?? 1 < 0.01)
        #expect((95...115).contains(estimator.statistics.rest[0].seconds))
    }

    @Test("a receiver that converges is not held to its beginning")
    mutating func convergence() throws {
        for second in 0..<180 { add(second < 60 ? 3 : 0, second: second) }
        #expect(try error(from: 0) < 0.7)
    }
}
