import Location

/// A latitude and longitude that repeat to the digit, and the simultaneous Earth-centred coordinates.
struct RepeatedPosition: Sendable {
    let coordinate: Coordinate
    /// The number of consecutive epochs with this position.
    private(set) var epochs = 1
    /// True once the position is known to be frozen.
    var isFrozen = false
    private let start: ECEFVector
    private let companions: Companions
    private var allRepeat = true

    /// The values that gpsd 3.22 freezes together with the position.
    private struct Companions: Hashable, Sendable {
        let altitude, speed, course, climb: Double?

        init(_ fix: Fix) {
            (altitude, speed, course, climb) = (fix.ellipsoidalAltitude, fix.speed, fix.course, fix.climb)
        }

        /// Returns true if all are present and the receiver does not hold them on purpose, in which case it reports a
        /// speed of 0.
        var arePresent: Bool { altitude != nil && course != nil && climb != nil && (speed ?? 0) > 0 }
    }

    /// Starts with the first epoch; nil if it has no position.
    init?(_ fix: Fix, _ position: ECEFVector) {
        guard let coordinate = fix.coordinate else { return nil }
        self.coordinate = coordinate
        start = position
        companions = Companions(fix)
    }

    /// Adds another epoch with this position.
    mutating func add(_ fix: Fix, _ position: ECEFVector) {
        epochs = min(epochs + 1, FrozenPositionDetector.Limits.epochs)
        guard !isFrozen else { return }
        allRepeat = allRepeat && companions == Companions(fix)
        // Most stationary receivers repeat the same digits; then nothing needs to be computed.
        guard start.distance(to: position) > FrozenPositionDetector.Limits.rounding else { return }
        let moved = start.displacement(to: position).map { LocalVelocity(ecef: $0, at: coordinate).speed } ?? 0
        isFrozen = moved > limit
    }

    /// The distance over ground that the Earth-centred coordinates may move meanwhile, in metres.
    ///
    /// A receiver that holds its position on purpose reports a speed of 0; only the distance between both positions
    /// shows whether it is right. If altitude, speed, course and climb repeat to the digit as well, which never happens
    /// with a live receiver, anything beyond rounding counts at once. Otherwise some epochs are needed.
    private var limit: Double {
        if allRepeat, companions.arePresent {
            return max(FrozenPositionDetector.Limits.rounding, coordinate.printedStep)
        }
        guard epochs >= FrozenPositionDetector.Limits.epochs, companions.speed != 0 else { return .infinity }
        return max(FrozenPositionDetector.Limits.movement, coordinate.printedStep)
    }
}

extension ECEFVector {
    /// Returns the vector to another position.
    func displacement(to other: ECEFVector) -> ECEFVector? {
        ECEFVector(x: other.x - x, y: other.y - y, z: other.z - z)
    }
}

extension Coordinate {
    /// The distance in metres that a receiver can move without a change of the printed latitude and longitude: the
    /// diagonal of the coarsest step of which both are multiples; 0 for steps finer than 2 cm.
    ///
    /// NMEA 0183 prints minutes with two to seven decimals, binary protocols degrees with seven and more. gpsd converts
    /// all of them to degrees with nine decimals, so that the step shows only in the values.
    var printedStep: Double {
        // A degree of latitude is at most 111.7 km; a degree of longitude is not longer.
        Self.stepsPerDegree.first(where: isPrinted).map { 111_700 / $0 * 2.0.squareRoot() } ?? 0
    }

    private func isPrinted(stepsPerDegree: Double) -> Bool {
        [latitude, longitude].allSatisfy { value in
            let steps = value * stepsPerDegree
            // Half a unit of gpsd's ninth decimal, plus rounding.
            return abs(steps - steps.rounded()) <= stepsPerDegree * 0.6e-9
        }
    }

    /// 1e-2 to 1e-5 of a minute and 1e-4 to 1e-6 of a degree, coarsest first.
    private static let stepsPerDegree = [6e3, 1e4, 6e4, 1e5, 6e5, 1e6, 6e6]
}
