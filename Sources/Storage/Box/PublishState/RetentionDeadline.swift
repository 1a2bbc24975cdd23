public import Basics
public import Configuration
import Location

/// The moment at which the history thins or removes fixes that a destination has not received.
public struct RetentionDeadline: Hashable, Sendable {
    /// The time before which a warning helps: to repair a server takes a weekend, and a short retention has less.
    static let warningTime: Duration = .seconds(3 * 86_400)

    /// True if the fixes are removed then, false if they are thinned.
    public let isRemoval: Bool
    /// The time until then; zero or negative if it has begun.
    public let remaining: Duration

    /// Creates the next deadline of the oldest waiting fix that deserves a warning; nil for none.
    ///
    /// It does if less than three days remain, or less than a quarter of the age in `[history]` where that is shorter.
    public init?(oldest: Timestamp, _ history: HistorySettings, now: Timestamp) {
        let limits =
            history.thinning.map { (age: $0.age, isRemoval: false) }
            + (history.keep.map { [(age: $0, isRemoval: true)] } ?? [])
        let age = now - oldest
        let due = limits.filter { $0.age - age < min(Self.warningTime, $0.age / 4) }
        // A removal is worse than a thinning that has begun.
        guard let first = due.first(where: \.isRemoval) ?? due.min(by: { $0.age < $1.age }) else { return nil }
        isRemoval = first.isRemoval
        remaining = first.age - age
    }
}
