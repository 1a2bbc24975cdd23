import Basics

/// The visits of a timeline that wait for those after them, one of which may contain them.
struct GoogleVisits {
    /// The visits that wait: those of many days.
    private static let maxCount = 200

    private typealias Visit = (segment: GoogleSegment, span: ClosedRange<Timestamp>)

    private var waiting: ArraySlice<Visit> = []

    /// What a visit decides about itself and about those that wait.
    struct Decision {
        /// The visits within another one.
        var inner: [GoogleSegment] = []
        /// A visit that is within none; nil while all may still be.
        var outer: GoogleSegment?
    }

    /// Adds a visit that is not known to be within another one; equal spans are no reason to think so.
    mutating func add(_ segment: GoogleSegment, _ span: ClosedRange<Timestamp>) -> Decision {
        var decision = Decision()
        guard !waiting.contains(where: { Self.contains($0.span, span) }) else {
            decision.inner.append(segment)
            return decision
        }
        decision.inner = waiting.filter { Self.contains(span, $0.span) }.map(\.segment)
        if !decision.inner.isEmpty { waiting.removeAll { Self.contains(span, $0.span) } }
        waiting.append((segment, span))
        if waiting.count > Self.maxCount { decision.outer = waiting.popFirst()?.segment }
        return decision
    }

    mutating func removeAll() -> [GoogleSegment] {
        defer { waiting = [] }
        return waiting.map(\.segment)
    }

    private static func contains(_ outer: ClosedRange<Timestamp>, _ inner: ClosedRange<Timestamp>) -> Bool {
        outer != inner && outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
    }
}
