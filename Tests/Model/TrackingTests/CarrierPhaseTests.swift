import Basics
import Location
import Testing

@testable import Tracking

/// Fixes with corrections of carrier phases (RTK) are better than any filter.
struct CarrierPhaseTests {
    private let frame = LocalFrame(origin: Coordinate(clampingLatitude: 48.1, longitude: 11.6))

    private func fix(
        _ differential: Differential, radius: Double = 14, _ origin: HorizontalAccuracy.Origin = .dilution,
        speed: Double = 0
    ) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: origin)
        (fix.differential, fix.speed, fix.course) = (differential, speed, speed > 0 ? 0 : nil)
        return fix
    }

    /// Positions that wander by a few metres at rest, without the speed showing it.
    private func place(_ second: Int) -> Coordinate {
        frame.coordinate(of: LocalVector(north: 2 * Double(second % 40) / 40, east: Double(second % 7) / 7))
    }

    @Test("at rest each such fix is shown as it is", arguments: [Differential.rtkFixed, .rtkFloat])
    func shown(differential: Differential) throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        for second in 0..<300 {
            let fix = fix(differential)
            #expect(estimator.process(fix, at: place(second), uptime: .seconds(second)) == nil)
            #expect(estimator.estimate(for: fix).coordinate == place(second))
        }
        #expect(estimator.motion == .stationary && estimator.odometer == 0)
    }

    @Test(
        "the radius is the receiver's own, at least 1 m as the antenna is not the machine, or that of the class",
        arguments: [
            (Differential.rtkFixed, 14.0, HorizontalAccuracy.Origin.dilution, 1.0), (.rtkFloat, 14, .dilution, 1.5),
            (.rtkFixed, 0.014, .receiver, 1), (.rtkFloat, 3, .receiver, 3), (.rtkFixed, 1.2, .axes, 1.2),
        ])
    func radius(differential: Differential, claimed: Double, origin: HorizontalAccuracy.Origin, shown: Double) {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        let fix = fix(differential, radius: claimed, origin)
        for second in 0..<60 { _ = estimator.process(fix, at: frame.origin, uptime: .seconds(second)) }
        #expect(estimator.estimate(for: fix).horizontalAccuracy?.radius == shown)
    }

    @Test("the ellipse has the form of the receiver's and the size of the radius shown")
    func ellipse() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        var fix = fix(.rtkFixed, radius: 5, .axes)
        fix.accuracyEllipse = AccuracyEllipse(north: 4, east: 3, correlation: 0.5)
        _ = estimator.process(fix, at: frame.origin, uptime: .zero)
        let (north, east) = try #require(estimator.estimate(for: fix).accuracyEllipse.map { ($0.north, $0.east) })
        #expect(abs(north / east - 4 / 3.0) < 1e-9 && abs((north * north + east * east) / 2 - 25) < 1e-9)
    }

    @Test("without them the estimate is as before at once, and nothing was learnt from them")
    func ends() throws {
        func run(_ differential: Differential, radius: Double) -> PositionEstimator {
            var estimator = PositionEstimator(platform: .any, odometer: 0)
            for second in 0..<900 {
                let isCorrected = second >= 300 && second < 600
                let fix = fix(
                    isCorrected ? differential : .none, radius: isCorrected ? radius : 5, .receiver,
                    speed: second % 300 < 150 ? 0 : 0.05)
                _ = estimator.process(fix, at: place(second), uptime: .seconds(second))
            }
            return estimator
        }
        let (with, without) = (run(.rtkFixed, radius: 0.014), run(.none, radius: 5))
        let after = fix(.none, radius: 5, .receiver)
        let radii = [with, without].map { $0.estimate(for: after).horizontalAccuracy?.radius ?? 0 }
        #expect(abs(radii[0] / radii[1] - 1) < 0.1 && radii[0] >= 5)
        #expect(with.statistics.restBySky[0].seconds < 0.75 * without.statistics.restBySky[0].seconds)
        #expect(with.statistics.minRadius >= 5 && with.statistics.restBySky[1].seconds == 0)
        // The mean at rest goes on within seconds, though the smallest radius was a centimetre.
        #expect(with.averagedSeconds > 50)
        #expect(with.treatment?.kind == .averaged)
    }
}
