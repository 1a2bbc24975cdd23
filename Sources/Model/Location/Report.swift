public import Basics

/// The state of tracking at one moment.
public struct Report: Hashable, Sendable {
    /// The state of the position: current, or the reason why it is not.
    public var state: TrackingState
    /// The time at which the state began, by the wall clock.
    public var since: Timestamp
    /// A counter of the reports since the daemon started.
    public var sequence: UInt64
    /// A one-line explanation of the state; nil if there is nothing to add.
    public var detail: String?
    /// The last accepted fix, however old; nil before the first one.
    public var fix: Fix?
    /// The time at which this machine received the fix, by the wall clock.
    public var received: Timestamp?
    /// The age of the fix at the time of the report.
    public var age: Duration?
    /// The position at the time of the report, to which the fix leads; nil unless live, moving, and with a measured speed.
    public var now: CurrentPosition?
    /// The state of motion; nil before the first fix.
    public var motion: Motion?
    /// The distance travelled in metres, without drift; nil if not counted.
    public var odometer: Double?
    /// The sky view of the receiver in use; nil if it has none that is recent.
    public var satellites: Satellites?

    /// A summary of recent rejections; nil if there are next to none.
    public var rejections: RejectionSummary?
    /// The fault of the receiver in use that is worked around; nil if none was detected.
    public var receiverFault: ReceiverFault?
    /// The judgement whether the receiver can be believed.
    public var integrity: Integrity
    /// The receiver's own fix while it is contradicted, which `fix` is not then; nil otherwise.
    public var claim: Fix?

    /// The place of the gazetteer nearest to the fix; nil if none is near or the search is not done.
    public var place: NearbyPlace?
    /// The owner's place nearest to the fix, while inside none of them; nil if none is near.
    public var near: NearbyPlace?
    /// The names of the owner's places that the machine is inside of, by the last decision.
    public var inside: [String] = []
    /// The anchor watch; nil if none is set.
    public var anchor: AnchorSummary?

    /// Creates a report without a position.
    public init(state: TrackingState, since: Timestamp, sequence: UInt64 = 0) {
        self.state = state
        self.since = since
        self.sequence = sequence
        integrity = Integrity(since: since)
    }
}

/// The state of tracking: whether the position is current, and if not, why.
public enum TrackingState: String, CaseIterable, Sendable {
    /// Just started; no data received.
    case starting
    /// gpsd is unreachable.
    case noGPSD = "no-gpsd"
    /// gpsd has no receiver.
    case noReceiver = "no-receiver"
    /// The receiver has no position.
    case noFix = "no-fix"
    /// The position is current.
    case live
    /// The last accepted fix is older than allowed.
    case stale
    /// The receiver has a position that cannot be true; the last trusted one is shown.
    case contradicted
}

/// The number of rejected positions in a recent window, and the most frequent reason.
public struct RejectionSummary: Hashable, Sendable {
    /// The number of rejected positions.
    public var count: Int
    /// The number of all positions evaluated, rejected ones included.
    public var epochs: Int
    /// The length of the window.
    public var window: Duration
    /// The most frequent reason in machine-readable form, such as `inaccurate`.
    public var reason: String
    /// A description of that reason with the numbers of a recent case.
    public var explanation: String

    /// Creates a summary.
    public init(count: Int, epochs: Int, window: Duration, reason: String, explanation: String) {
        self.count = count
        self.epochs = epochs
        self.window = window
        self.reason = reason
        self.explanation = explanation
    }
}

/// A named place near a position, as it appears in a report.
public struct NearbyPlace: Hashable, Sendable {
    /// The name; never empty.
    public var name: String
    /// The administrative region; nil if unknown.
    public var region: String?
    /// The country, usually two letters of ISO 3166; nil if unknown.
    public var country: String?
    /// The distance from the position along the ellipsoid in metres, 0 or more.
    public var distance: Double
    /// The bearing from the position in degrees from true north, 0 up to but not including 360; nil at distance 0.
    public var bearing: Double?

    /// Creates a nearby place.
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
