public import Basics
public import Location

/// A position as it leaves the machine, after privacy.
///
/// Unknown and withheld values are nil.
public struct PublishedFix: Hashable, Sendable {
    /// The time of the fix.
    public var timestamp: Timestamp
    /// The position.
    public var coordinate: Coordinate
    /// The radius of uncertainty in metres, above 0.
    public var accuracy: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// The vertical error in metres.
    public var verticalAccuracy: Double?
    /// Metres per second.
    public var speed: Double?
    /// Degrees from true north, 0 up to but not including 360.
    public var course: Double?
    /// True if moving, false if stationary.
    public var isMoving: Bool?
    /// The number of satellites used.
    public var satellites: Int?
    /// The distance travelled in metres.
    public var odometer: Double?
    /// The names of the owner's places that contain the position.
    public var inside: [String]

    /// Creates a position with only time and place.
    public init(timestamp: Timestamp, coordinate: Coordinate) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        inside = []
    }

    /// Creates a position from a visible fix; nil without time or position.
    init?(_ fix: Fix, motion: Motion?) {
        guard let timestamp = fix.timestamp, let coordinate = fix.coordinate else { return nil }
        self.init(timestamp: timestamp, coordinate: coordinate)
        accuracy = fix.horizontalAccuracy?.radius
        (altitude, verticalAccuracy) = (fix.altitude, fix.verticalAccuracy)
        (speed, course) = (fix.speed, fix.course)
        isMoving = motion.flatMap { $0 == .unknown ? nil : $0 == .moving }
    }
}

/// A report as it leaves the machine, after privacy.
public struct PublishedReport: Hashable, Sendable {
    /// The state of tracking; nil while hidden by a privacy zone.
    public var state: TrackingState?
    /// The last visible fix, however old; nil while hidden and before the first one.
    public var fix: PublishedFix?

    /// A report from inside a privacy zone: the same for as long as the stay lasts.
    public static let hidden = PublishedReport(state: nil)

    /// The fix if it is current; nil otherwise.
    public var live: PublishedFix? { state == .live ? fix : nil }
}

/// The entering or leaving of a place as it leaves the machine, after privacy.
public struct PublishedTransition: Hashable, Sendable {
    /// True for entering, false for leaving.
    public var isEntering: Bool
    /// The name of the place.
    public var place: String
    /// The creation of the place; nil if unknown.
    public var placeCreated: Timestamp?
    /// The time at which the event was decided.
    public var moment: Timestamp
    /// The position at `moment`; nil if unknown.
    public var coordinate: Coordinate?
    /// The radius of uncertainty in metres; nil if unknown.
    public var accuracy: Double?
}
