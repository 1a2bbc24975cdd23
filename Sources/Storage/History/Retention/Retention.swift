public import Location

/// What becomes of recorded fixes as they grow old.
public struct Retention: Hashable, Sendable {
    /// Nothing is ever removed.
    public static let unlimited = Retention()

    /// How long fixes are kept; nil for ever.
    public var maxAge: Duration?
    /// How old ones are thinned, in any order; none where every fix is kept.
    public var thinning: [ThinningRule]

    /// Makes a policy.
    public init(maxAge: Duration? = nil, thinning: [ThinningRule] = []) {
        self.maxAge = maxAge
        self.thinning = thinning
    }

    /// Whether there is anything to do, ever.
    public var isUnlimited: Bool { maxAge == nil && thinning.isEmpty }
}
