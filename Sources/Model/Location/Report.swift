public import Basics

/// All that is known at one moment about where this machine is.
public struct Report: Hashable, Sendable {
    /// Whether the position is current, and if not, why.
    public var state: TrackingState
    /// When that state began, by the wall clock.
    public var since: Timestamp
    /// Counts the reports of one run of the daemon.
    public var sequence: UInt64
    /// Why the state is what it is, in one line for people; nil when there is nothing to add.
    public var detail: String?
    /// The last accepted fix, also when it is old; nil when there never was one.
    public var fix: Fix?
    /// When this machine received the fix, by the wall clock.
    public var received: Timestamp?
    /// How old the fix was when this was written.
    public var age: Duration?
    /// Whether the machine moves; nil before there is a fix.
    public var motion: Motion?
    /// Metres travelled, drift left out; nil where it is not counted.
    public var odometer: Double?
    /// What the fix's receiver sees of the sky; nil when it has not said lately.
    public var satellites: Satellites?

    /// What was refused of late; nil where next to nothing was.
    public var rejections: RejectionSummary?
    /// What is wrong with the receiver in use and is worked around; nil where nothing has shown.
    public var receiverFault: ReceiverFault?

    /// The place of the gazetteer nearest to the fix; nil where none is near or that is not known yet.
    public var place: NearbyPlace?
    /// The owner's place nearest to the fix, while in none of them; nil where none is near.
    public var near: NearbyPlace?
    /// The names of the owner's places that the machine is in, as decided last.
    public var inside: [String] = []

    /// Makes a report without a position.
    public init(state: TrackingState, since: Timestamp, sequence: UInt64 = 0) {
        self.state = state
        self.since = since
        self.sequence = sequence
    }
}
