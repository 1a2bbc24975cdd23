/// Metres up and down, told from the noise of a receiver's altitude.
///
/// A change counts once it is ``step`` from where the last one ended: altitudes stray by some metres with the
/// satellites, and the sum of all their ups would climb a hundred metres an hour on a flat road. At each turn up to a
/// step is lost.
public struct ElevationGain: Hashable, Sendable {
    /// Metres: about twice what the altitude of a receiver with a free sky strays by.
    public static let threshold = 10.0

    /// Metres up.
    public private(set) var ascent = 0.0
    /// Metres down.
    public private(set) var descent = 0.0
    private var level: Double?

    mutating func add(_ altitude: Double) {
        guard let level else {
            self.level = altitude
            return
        }
        let change = altitude - level
        guard abs(change) >= Self.threshold else { return }
        if change > 0 { ascent += change } else { descent -= change }
        self.level = altitude
    }

    /// What the altitude did in between is not known, or does not count.
    mutating func resetLevel() {
        level = nil
    }
}
