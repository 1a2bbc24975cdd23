public import Basics

/// One epoch of one receiver: where it was, when, and how sure it is.
///
/// What the receiver did not give is nil, never 0 and never NaN.
public struct Fix: Hashable, Sendable {
    /// When the receiver measured it, UTC; nil when it does not know the time.
    public var timestamp: Timestamp?
    /// How many dimensions are solved.
    public var mode: FixMode
    /// Where; nil for an epoch without a position.
    public var coordinate: Coordinate?
    /// Metres above mean sea level; only with a three-dimensional fix.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid; only with a three-dimensional fix.
    public var ellipsoidalAltitude: Double?
    /// The radius around the coordinate and its origin; nil when the receiver gives none.
    public var horizontalAccuracy: HorizontalAccuracy?
    /// Metres up or down.
    public var verticalAccuracy: Double?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Metres per second.
    public var speedAccuracy: Double?
    /// Degrees from true north, 0 up to but not including 360.
    public var course: Double?
    /// Degrees.
    public var courseAccuracy: Double?
    /// Metres per second upwards.
    public var climb: Double?
    /// The position in metres from the centre of the Earth, where the receiver gives it too.
    public var ecefPosition: ECEFVector?
    /// The velocity in that frame, metres per second.
    public var ecefVelocity: ECEFVector?
    /// The receiver's path as gpsd names it.
    public var device: String
    /// What helped the receiver.
    public var differential: Differential
    /// Which of the receiver's data the position was taken from.
    public var source: PositionSource
    /// Where the time comes from.
    public var timeSource: TimeSource

    /// Makes an epoch in which nothing but its device and mode is known.
    public init(device: String, mode: FixMode = .unknown) {
        self.device = device
        self.mode = mode
        self.differential = .none
        self.source = .receiver
        self.timeSource = .receiver
    }
}

/// How many dimensions of a position the receiver has solved.
public enum FixMode: String, CaseIterable, Comparable, Sendable {
    /// The receiver has not said.
    case unknown
    /// The receiver says that it has no position.
    case none
    /// Latitude and longitude, no altitude.
    case twoDimensional = "2d"
    /// Latitude, longitude and altitude.
    case threeDimensional = "3d"

    /// Whether the receiver claims a position.
    public var hasPosition: Bool { self >= .twoDimensional }

    /// Orders by how much is known: unknown, none, 2D, 3D.
    public static func < (left: FixMode, right: FixMode) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .unknown: 0
        case .none: 1
        case .twoDimensional: 2
        case .threeDimensional: 3
        }
    }
}

/// The radius around a position, in metres, and where that figure comes from.
///
/// In a report it is one thing: the circle that holds the truth 95 times in 100 (``Origin/estimate``). What a receiver
/// gives is whatever it takes for an error: gpsd_json(5) does not say more.
public struct HorizontalAccuracy: Hashable, Sendable {
    /// What an accuracy was worked out from.
    public enum Origin: String, CaseIterable, Sendable {
        /// The receiver's own estimate, as gpsd passes it on.
        case receiver
        /// Separate errors east and north, added as the sides of a right angle.
        case axes
        /// The geometry of the satellites alone: dilution of precision times a typical range error.
        case dilution
        /// Worked out here, from all fixes so far: 95 of 100 times the truth is inside.
        case estimate
    }

    /// Metres, finite and above 0.
    public let radius: Double
    /// What the radius was worked out from.
    public let origin: Origin

    /// Makes an accuracy, or nil where the radius is not finite or not above 0: unknown is never 0.
    public init?(radius: Double, origin: Origin) {
        guard radius.isFinite, radius > 0 else { return nil }
        self.radius = radius
        self.origin = origin
    }
}

extension HorizontalAccuracy {
    /// Metres of horizontal error at a dilution of 1: `H_UERE_NO_DGPS`, times what gpsd makes of it for its `eph`
    /// (gpsd/libgpsd_core.c, `gpsd_error_model`).
    public static let errorPerDilution = 19.0
    /// The same with differential corrections: `H_UERE_WITH_DGPS`.
    public static let errorPerDilutionDifferential = 4.75
}

/// What helped the receiver beyond plain satellite ranging.
///
/// The cases follow the `status` field of gpsd_json(5); it grades a fix, it never says whether there is one.
public enum Differential: String, CaseIterable, Sendable {
    /// Nothing, or nothing known.
    case none
    /// Corrections from a reference station or from SBAS satellites.
    case dgps
    /// Carrier-phase corrections, ambiguities solved.
    case rtkFixed = "rtk-fixed"
    /// Carrier-phase corrections, ambiguities not yet solved.
    case rtkFloat = "rtk-float"
    /// Sensors only, no satellites.
    case deadReckoning = "dead-reckoning"
    /// Satellites and sensors together.
    case gnssDeadReckoning = "gnss-dead-reckoning"
    /// A position surveyed in, or entered by hand.
    case surveyed
    /// A simulator.
    case simulated
    /// The encrypted military code.
    case precise
}

/// Which of the receiver's data a position was taken from.
public enum PositionSource: String, CaseIterable, Sendable {
    /// Latitude and longitude as the receiver reports them.
    case receiver
    /// The receiver's Earth-centred coordinates, because its latitude and longitude stand still (a fault of gpsd 3.22).
    case ecef
}

/// Where a fix's time comes from.
public enum TimeSource: String, CaseIterable, Sendable {
    /// The receiver, as it is.
    case receiver
    /// The receiver, moved by a multiple of 1024 weeks, after which the week number of GPS begins anew.
    case shifted
    /// The moment of reception, as well as this machine knows it, because the receiver's time makes no sense.
    case reception
}
