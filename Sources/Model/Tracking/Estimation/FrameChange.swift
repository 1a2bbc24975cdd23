import Location

/// How one flat map becomes another, whose origin is at a place of the first.
struct FrameChange: Sendable {
    let old: LocalFrame
    let new: LocalFrame
    /// Where the new origin is on the old map.
    let centre: LocalVector

    init(from old: LocalFrame, to new: LocalFrame, centre: LocalVector) {
        self.old = old
        self.new = new
        self.centre = centre
    }

    /// A place of the old map on the new one.
    func position(_ place: LocalVector) -> LocalVector { direction(place - centre) }

    /// A direction of the old map on the new one.
    func direction(_ vector: LocalVector) -> LocalVector { old.rotated(vector, into: new) }
}
