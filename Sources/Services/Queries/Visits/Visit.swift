public import Basics
import Location

/// A time that was spent at one of the owner's places.
public struct Visit: Hashable, Sendable {
    /// The first fix there.
    public var from: Timestamp
    /// The last fix there.
    public var to: Timestamp
    /// How much of that time is covered by fixes; the rest is gaps, at neither end of which it was elsewhere, and
    /// nothing tells that it was there in between.
    public var covered: Duration
    /// Whether there is no fix after it, so that nothing tells that the place was left again.
    public var isOpen: Bool

    /// Makes a visit.
    public init(from: Timestamp, to: Timestamp, covered: Duration, isOpen: Bool) {
        self.from = from
        self.to = to
        self.covered = covered
        self.isOpen = isOpen
    }

    /// From its first fix to its last.
    public var length: Duration { to - from }
}

extension [Visit] {
    /// The visits in order, those that overlap as one: several receivers in one vehicle make one visit.
    func merged() -> [Visit] {
        var visits: [Visit] = []
        for visit in sorted(by: { $0.from < $1.from }) {
            guard let last = visits.last, visit.from <= last.to else {
                visits.append(visit)
                continue
            }
            let isLater = visit.to > last.to
            let to = isLater ? visit.to : last.to
            visits[visits.count - 1] = Visit(
                from: last.from, to: to, covered: Swift.min(to - last.from, last.covered + visit.covered),
                isOpen: isLater ? visit.isOpen : last.isOpen)
        }
        return visits
    }
}
