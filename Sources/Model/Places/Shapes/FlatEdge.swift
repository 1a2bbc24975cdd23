import Location

/// An edge of a polygon on a flat map.
struct FlatEdge: Sendable {
    let from: LocalVector
    let to: LocalVector

    /// Square metres.
    func squaredDistance(to spot: LocalVector) -> Double {
        let way = to - from
        let offset = spot - from
        let square = way.north * way.north + way.east * way.east
        let share = square > 0 ? (offset.north * way.north + offset.east * way.east) / square : 0
        let gap = offset - way * min(max(share, 0), 1)
        return gap.north * gap.north + gap.east * gap.east
    }

    /// Whether a line to the east meets it; an end counts for the edge that is south of it alone.
    func isMetByRay(eastwardsFrom spot: LocalVector) -> Bool {
        guard (from.north > spot.north) != (to.north > spot.north) else { return false }
        let share = (spot.north - from.north) / (to.north - from.north)
        return from.east + share * (to.east - from.east) > spot.east
    }

    /// Whether both cross each other; to touch is not to cross.
    func crosses(_ other: FlatEdge) -> Bool {
        side(of: other.from) * side(of: other.to) < 0 && other.side(of: from) * other.side(of: to) < 0
    }

    /// 1 on one side of the line through both ends, -1 on the other, 0 within a centimetre of it: what touches it on a
    /// map is as near as that.
    private func side(of spot: LocalVector) -> Double {
        let (way, offset) = (to - from, spot - from)
        let area = way.north * offset.east - way.east * offset.north
        guard area.magnitude > way.length * 0.01 else { return 0 }
        return area > 0 ? 1 : -1
    }
}
