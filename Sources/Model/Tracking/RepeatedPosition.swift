import Location

/// A latitude and longitude that stand to the digit, and what the Earth-centred coordinates do in the meantime.
struct RepeatedPosition: Sendable {
    let coordinate: Coordinate
    /// Epochs in a row that gave it.
    private(set) var epochs = 1
    /// Whether it is known to be frozen, which it then stays.
    var isFrozen = false
    private let start: ECEFVector
    private let companions: Companions
    private var allStand = true

    /// What gpsd 3.22 freezes together with the position.
    private struct Companions: Hashable, Sendable {
        let altitude, speed, course, climb: Double?

        init(_ fix: Fix) {
            (altitude, speed, course, climb) = (fix.ellipsoidalAltitude, fix.speed, fix.course, fix.climb)
        }

        /// Whether they are all there, and a receiver does not hold them on purpose, which makes its speed 0.
        var arePresent: Bool { altitude != nil && course != nil && climb != nil && (speed ?? 0) > 0 }
    }

    /// Begins with the first epoch that gives a position; nil without one.
    init?(_ fix: Fix, _ position: ECEFVector) {
        guard let coordinate = fix.coordinate else { return nil }
        self.coordinate = coordinate
        start = position
        companions = Companions(fix)
    }

    /// Another epoch that gives it.
    mutating func add(_ fix: Fix, _ position: ECEFVector) {
        epochs = min(epochs + 1, FrozenPositionDetector.Limits.epochs)
        guard !isFrozen else { return }
        allStand = allStand && companions == Companions(fix)
        // Most receivers that stand give the same digits again, and nothing needs to be worked out.
        guard start.distance(to: position) > FrozenPositionDetector.Limits.rounding else { return }
        let moved = start.displacement(to: position).map { LocalVelocity(ecef: $0, at: coordinate).speed } ?? 0
        isFrozen = moved > limit
    }

    /// Metres over ground that the Earth-centred coordinates may move meanwhile.
    ///
    /// A receiver that holds its position on purpose, when it stands, reports a speed of 0: what such a one may do, only
    /// the distance between both positions tells. Where altitude, speed, course and climb stand to the digit as well,
    /// which no live receiver's do, anything beyond rounding is enough, and at once. Else it takes some epochs.
    private var limit: Double {
        if allStand, companions.arePresent { return max(FrozenPositionDetector.Limits.rounding, coordinate.printedStep) }
        guard epochs >= FrozenPositionDetector.Limits.epochs, companions.speed != 0 else { return .infinity }
        return max(FrozenPositionDetector.Limits.movement, coordinate.printedStep)
    }
}

extension ECEFVector {
    /// The straight way to another position.
    func displacement(to other: ECEFVector) -> ECEFVector? {
        ECEFVector(x: other.x - x, y: other.y - y, z: other.z - z)
    }
}

extension Coordinate {
    /// Metres that a receiver can move while its latitude and longitude stay the same because they are coarse: the
    /// diagonal of the coarsest step that both are whole multiples of; 0 for those finer than two centimetres.
    ///
    /// NMEA 0183 gives minutes with two to seven decimals, binary protocols degrees with seven and more. gpsd makes
    /// degrees with nine decimals of them all, so that the step only shows in the numbers.
    var printedStep: Double {
        for step in Self.steps where isMultiple(of: step) { return step.metres }
        return 0
    }

    private func isMultiple(of step: PrintedStep) -> Bool {
        [latitude, longitude].allSatisfy { value in
            let steps = value * step.perDegree
            // Half a unit of gpsd's ninth decimal, and a little for the arithmetic.
            return abs(steps - steps.rounded()) <= step.perDegree * 0.6e-9
        }
    }

    private struct PrintedStep {
        let perDegree: Double

        /// A degree of latitude has 111.7 km at most; a step of longitude is no longer.
        var metres: Double { 111_700 / perDegree * 2.0.squareRoot() }
    }

    /// Hundredths to hundred-thousandths of a minute, ten-thousandths to millionths of a degree; the coarsest first.
    private static let steps = [6e3, 1e4, 6e4, 1e5, 6e5, 1e6, 6e6].map(PrintedStep.init)
}
