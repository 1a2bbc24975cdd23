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

/// What a user is told about the position: whether it is current, and if not, why.
public enum TrackingState: String, CaseIterable, Sendable {
    /// Just started: nothing has been heard yet.
    case starting
    /// gpsd cannot be reached.
    case noGPSD = "no-gpsd"
    /// gpsd has no receiver.
    case noReceiver = "no-receiver"
    /// There is a receiver, and it has no position.
    case noFix = "no-fix"
    /// The position is current.
    case live
    /// The last accepted fix is older than it may be.
    case stale
}

/// How many positions were refused lately, and why most of them were.
public struct RejectionSummary: Hashable, Sendable {
    /// The positions that were refused.
    public var count: Int
    /// All positions that were looked at, those refused among them.
    public var epochs: Int
    /// How far back these go.
    public var window: Duration
    /// The commonest reason in one word, such as `inaccurate`.
    public var reason: String
    /// That reason in general words for people, with the numbers of a late case.
    public var explanation: String

    /// Makes a summary.
    public init(count: Int, epochs: Int, window: Duration, reason: String, explanation: String) {
        self.count = count
        self.epochs = epochs
        self.window = window
        self.reason = reason
        self.explanation = explanation
    }
}

/// A named place near a position, as a report tells it.
public struct NearbyPlace: Hashable, Sendable {
    /// What it is called; never empty.
    public var name: String
    /// The part of the country; nil where it is not known.
    public var region: String?
    /// The country, two letters of ISO 3166 as a rule; nil where it is not known.
    public var country: String?
    /// Metres from the position, along the ellipsoid, 0 or more.
    public var distance: Double
    /// The direction from the position to it in degrees from true north, 0 up to but not including 360; nil on the spot.
    public var bearing: Double?

    /// Makes a place near a position.
    public init(
        name: String, region: String? = nil, country: String? = nil, distance: Double, bearing: Double?
    ) {
        self.name = name
        self.region = region
        self.country = country
        self.distance = distance
        self.bearing = bearing
    }
}
