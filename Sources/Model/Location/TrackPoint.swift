public import Basics

/// Where a machine was at a moment: a fix as it was shown, as a history keeps it.
public struct TrackPoint: Hashable, Sendable {
    /// When it was there.
    public let timestamp: Timestamp
    /// Where it was.
    public let coordinate: Coordinate
    /// Everything else that was known; its time and coordinate are these.
    public let fix: Fix
    /// Whether it moved.
    public let motion: Motion
    /// How many satellites the receiver used; nil when unknown.
    public let satellitesUsed: Int?

    /// Takes a fix that has a time and a position; nil where it lacks one of them.
    public init?(_ fix: Fix, motion: Motion = .unknown, satellitesUsed: Int? = nil) {
        guard let timestamp = fix.timestamp, let coordinate = fix.coordinate else { return nil }
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.fix = fix
        self.motion = motion
        self.satellitesUsed = satellitesUsed
    }
}
