/// A point of a square of the map, in parts of it from the north-western corner.
struct SquarePoint: Hashable, Sendable {
    /// Eastwards.
    var x: Double
    /// Southwards.
    var y: Double
}

/// Clips rings to a square, by Sutherland and Hodgman's algorithm ("Reentrant Polygon Clipping", 1974).
///
/// Parts of a ring that leave and return become connected along the edge, there and back, which encloses nothing.
struct RingClipper {
    /// The lowest and highest coordinates that remain, on both axes.
    let range: ClosedRange<Double>

    /// Returns the part of a ring within the range; empty if there is none.
    func clip(_ ring: [SquarePoint]) -> [SquarePoint] {
        guard let first = ring.first else { return [] }
        var (least, most) = (first, first)
        for point in ring {
            least = SquarePoint(x: min(least.x, point.x), y: min(least.y, point.y))
            most = SquarePoint(x: max(most.x, point.x), y: max(most.y, point.y))
        }
        guard least.x <= range.upperBound, least.y <= range.upperBound, most.x >= range.lowerBound,
            most.y >= range.lowerBound
        else { return [] }
        var rest = ring
        if least.x < range.lowerBound { rest = cut(rest, at: range.lowerBound, \.x) { $0 >= $1 } }
        if most.x > range.upperBound { rest = cut(rest, at: range.upperBound, \.x) { $0 <= $1 } }
        if least.y < range.lowerBound { rest = cut(rest, at: range.lowerBound, \.y) { $0 >= $1 } }
        if most.y > range.upperBound { rest = cut(rest, at: range.upperBound, \.y) { $0 <= $1 } }
        return rest
    }

    private func cut(
        _ ring: [SquarePoint], at limit: Double, _ axis: KeyPath<SquarePoint, Double>,
        isInside: (Double, Double) -> Bool
    ) -> [SquarePoint] {
        guard var last = ring.last else { return [] }
        var kept: [SquarePoint] = []
        kept.reserveCapacity(ring.count)
        for point in ring {
            let (from, to) = (last[keyPath: axis], point[keyPath: axis])
            let isHere = isInside(to, limit)
            if isInside(from, limit) != isHere {
                let share = (limit - from) / (to - from)
                kept.append(
                    SquarePoint(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share))
            }
            if isHere { kept.append(point) }
            last = point
        }
        return kept
    }
}
