/// How fixes beyond an age are thinned: one in so many seconds is kept.
public struct ThinningRule: Hashable, Sendable {
    /// How old an hour of fixes is before it is thinned.
    public var age: Duration
    /// The least time between two kept fixes of a machine that moves, or of which that is not known.
    public var movingInterval: Duration
    /// The same for one that stands.
    public var stationaryInterval: Duration

    /// Makes a rule.
    public init(age: Duration, movingInterval: Duration, stationaryInterval: Duration) {
        self.age = age
        self.movingInterval = movingInterval
        self.stationaryInterval = stationaryInterval
    }
}
