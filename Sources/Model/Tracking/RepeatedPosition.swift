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
