public import Location

/// What an event has led to.
public struct Decision: Hashable, Sendable {
    /// What was decided about an epoch; nil for events that are none.
    public var verdict: Verdict?
    /// What was used in place of what the receiver gave; nil where that is what was decided about.
    public var correction: Correction?
    /// Fixes that were rejected lately and count as right now, as they would have been shown; in their order.
    public var reinstated: [Fix] = []
    /// Whether the report says something new.
    public var changesReport = false
    /// Whether the page must be drawn anew.
    public var changesPage = false

    /// Makes a decision that changes nothing.
    public init() {}

    /// Takes what a later decision changes on top.
    public mutating func formUnion(_ later: Decision) {
        if later.verdict != nil { (verdict, correction) = (later.verdict, later.correction) }
        reinstated += later.reinstated
        changesReport = changesReport || later.changesReport
        changesPage = changesPage || later.changesPage
    }
}
