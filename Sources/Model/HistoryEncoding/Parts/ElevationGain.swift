/// Metres of ascent and descent, filtered against the noise of a receiver's altitude.
///
/// A rise or a fall counts from one turn to the next if it is at least ten metres: altitude varies by metres as the
/// satellites move, and the sum of these variations would reach a hundred metres of ascent per hour on a flat road.
/// Only the turns are kept, without those of smaller swings within larger ones (rainflow counting, ASTM E1049), so that
/// the gains of consecutive paths can be put together.
public struct ElevationGain: Hashable, Sendable {
    /// Centimetres; about twice the altitude noise of a receiver under an open sky.
    private static let minSwing: Int64 = 1000

    /// True if any point had an altitude.
    public private(set) var hasAltitude = false
    /// The altitudes in centimetres of the first point, of each turn and of the last point since the interruption.
    private(set) var turns: [Int64] = []
    /// Centimetres up and down before the last interruption.
    private var settled = (up: 0 as Int64, down: 0 as Int64)
    private var isInterrupted = false

    /// Metres up.
    public var ascent: Double { Double(sums.up) / 100 }
    /// Metres down.
    public var descent: Double { Double(sums.down) / 100 }

    /// The lowest and the highest altitude in metres since the last interruption, which are turns; nil without one.
    public var range: ClosedRange<Double>? {
        guard let low = turns.min(), let high = turns.max() else { return nil }
        return Double(low) / 100...Double(high) / 100
    }

    private var sums: (up: Int64, down: Int64) {
        zip(turns, turns.dropFirst()).reduce(into: settled) { sums, swing in
            let change = swing.1 &- swing.0
            if change >= Self.minSwing { sums.up &+= change }
            if change <= -Self.minSwing { sums.down &-= change }
        }
    }

    mutating func add(_ altitude: Int64) {
        hasAltitude = true
        turns.append(altitude)
        while let count = obsolete { turns.removeSubrange((turns.count - 1 - count)..<(turns.count - 1)) }
    }

    mutating func append(_ later: ElevationGain) {
        hasAltitude = hasAltitude || later.hasAltitude
        if later.isInterrupted {
            interrupt()
            settled = (settled.up &+ later.settled.up, settled.down &+ later.settled.down)
            turns = later.turns
        } else {
            for altitude in later.turns { add(altitude) }
        }
    }

    /// Starts again with the next altitude, because the change in between is unknown or does not count.
    mutating func interrupt() {
        settled = sums
        turns = []
        isInterrupted = true
    }

    /// The number of altitudes before the last one that are no turns, or only of a small swing within a larger one.
    private var obsolete: Int? {
        guard turns.count > 1 else { return nil }
        let (last, turn) = (turns[turns.count - 1], turns[turns.count - 2])
        if last == turn { return 1 }
        guard turns.count > 2 else { return nil }
        let earlier = turns[turns.count - 3]
        if (earlier < turn) == (turn < last) { return 1 }
        let swing = abs(turn &- earlier)
        guard turns.count > 3, swing < Self.minSwing, swing <= abs(last &- turn) else { return nil }
        return swing <= abs(earlier &- turns[turns.count - 4]) ? 2 : nil
    }
}

extension ElevationGain {
    /// Compares all parts.
    public static func == (left: ElevationGain, right: ElevationGain) -> Bool {
        left.hasAltitude == right.hasAltitude && left.turns == right.turns && left.settled == right.settled
            && left.isInterrupted == right.isInterrupted
    }

    /// Hashes the turns.
    public func hash(into hasher: inout Hasher) { hasher.combine(turns) }
}
