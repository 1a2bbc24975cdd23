import Location

/// A witness of constellations that are no longer received while another one is as strong as before: what is jammed before
/// one transmitter replaces the rest.
///
/// gpsd prints lists before all sentences have come, so that one in eight lacks a constellation of the one before; how long
/// each is usually missing is learnt.
struct ConstellationWitness: Sendable {
    /// The seconds for which one was received before, and for which it is missing: those, and a multiple of what is usual.
    fileprivate static let learning = 120.0
    fileprivate static let minAbsence = 20.0
    fileprivate static let usualAbsences = 3.0
    /// The shortest absence in seconds that is taken for usual before lists have shown one.
    fileprivate static let assumedAbsence = 10.0
    /// The constellations that must be missing, and the seconds within which they went.
    private static let minCount = 2
    private static let window = 300.0
    /// The loss of the others in dB up to which they are as strong as before: not indoors, and not under a roof.
    private static let maxLoss = 4.0
    /// The seconds after which it is taken for usual.
    private static let patience = 1800.0
    /// The seconds in which the mean strength follows: longer than it takes to see that one is missing.
    private static let memory = 600.0

    fileprivate struct Presence {
        var since, last: Double
        var usualAbsence = ConstellationWitness.assumedAbsence
        var strength: Double
    }

    private var known: [Presence?] = Array(repeating: nil, count: Constellation.count)
    private var since: Double?
    /// The number that is missing.
    private(set) var missing = 0
    /// True while constellations are missing.
    private(set) var isActive = false

    /// Forgets what was received, after a gap.
    mutating func restart() {
        for index in known.indices { known[index] = nil }
        (since, isActive, missing) = (nil, false, 0)
    }

    /// Adds a list.
    mutating func add(_ satellites: [Satellite], _ context: Context) {
        let (signals, counts) = Self.sums(of: satellites)
        missing = 0
        var (first, last, areOthersStrong) = (Double.infinity, -Double.infinity, false)
        for index in known.indices {
            let now = counts[index] > 0 ? signals[index] / counts[index] : nil
            if let now { note(index, strength: now, context) }
            guard let presence = known[index] else { continue }
            if let now, now > presence.strength - Self.maxLoss { areOthersStrong = true }
            guard presence.isLost(at: context.time) else { continue }
            missing += 1
            (first, last) = (min(first, presence.last), max(last, presence.last))
        }
        let isLost = missing >= Self.minCount && last - first <= Self.window && areOthersStrong
        since = isLost ? since ?? context.time : nil
        isActive = isLost
        if let since, context.time - since > Self.patience { restart() }
    }

    /// Returns the strengths of the used satellites of each constellation, added up, and their numbers.
    private static func sums(of satellites: [Satellite]) -> (signals: SIMD8<Double>, counts: SIMD8<Double>) {
        var (signals, counts) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
        for satellite in satellites where satellite.isUsed {
            guard let signal = satellite.signal else { continue }
            signals[satellite.constellation.index] += signal
            counts[satellite.constellation.index] += 1
        }
        (counts[Constellation.sbas.index], counts[Constellation.unknown.index]) = (0, 0)
        return (signals, counts)
    }

    private mutating func note(_ index: Int, strength: Double, _ context: Context) {
        guard var presence = known[index] else {
            known[index] = Presence(since: context.time, last: context.time, strength: strength)
            return
        }
        let absence = context.time - presence.last
        if presence.isLost(at: context.time) {
            presence.since = context.time
        } else if context.isSettled {
            presence.usualAbsence = max(presence.usualAbsence, absence)
        }
        presence.last = context.time
        if context.isSettled { presence.strength += (strength - presence.strength) * min(1, absence / Self.memory) }
        known[index] = presence
    }
}

extension ConstellationWitness.Presence {
    /// Returns true if it was received steadily and has been missing for longer than usual.
    fileprivate func isLost(at time: Double) -> Bool {
        last - since >= ConstellationWitness.learning
            && time - last
                >= max(
                    ConstellationWitness.minAbsence, ConstellationWitness.usualAbsences * usualAbsence)
    }
}
