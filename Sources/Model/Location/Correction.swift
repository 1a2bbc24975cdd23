/// What was used in place of what a receiver gave, because that could not be right.
public struct Correction: Hashable, Sendable {
    /// Metres from the position given to the one used, which is made of the Earth-centred coordinates; nil where the
    /// position is the one given.
    public let distance: Double?
    /// Where the time comes from.
    public let timeSource: TimeSource
    /// How many weeks a shifted time was moved, a multiple of 1024; 0 for a time that was not.
    public let weeks: Int32

    /// Makes a correction, or nil where position and time are the receiver's own.
    public init?(distance: Double?, timeSource: TimeSource = .receiver, weeks: Int32 = 0) {
        guard distance != nil || timeSource != .receiver else { return nil }
        self.distance = distance
        self.timeSource = timeSource
        self.weeks = weeks
    }

    /// Which of the receiver's data the position was taken from.
    public var source: PositionSource { distance == nil ? .receiver : .ecef }
}
