public import Location

/// What becomes of recorded fixes as they grow old.
public struct Retention: Hashable, Sendable {
    /// Nothing is ever removed.
    public static let forever = Retention()

    /// How long fixes are kept; nil for ever.
    public var keep: Duration?
    /// How old ones are thinned, in any order; none where every fix is kept.
    public var thinning: [ThinningRule]

    /// Makes a policy.
    public init(keep: Duration? = nil, thinning: [ThinningRule] = []) {
        self.keep = keep
        self.thinning = thinning
    }

    /// Whether there is anything to do, ever.
    public var isForever: Bool { keep == nil && thinning.isEmpty }
}
