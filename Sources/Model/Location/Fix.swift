public import Basics

/// One epoch of one receiver: position, time, velocity and their accuracy.
///
/// Values that the receiver did not report are nil, never 0 or NaN.
public struct Fix: Hashable, Sendable {
    /// The time of the measurement, UTC; nil if the receiver does not know the time.
    public var timestamp: Timestamp?
    /// The number of dimensions solved.
    public var mode: FixMode
    /// The position; nil for an epoch without one.
    public var coordinate: Coordinate?
    /// Metres above mean sea level; only with a three-dimensional fix.
    @OptionalNumber public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid; only with a three-dimensional fix.
    @OptionalNumber public var ellipsoidalAltitude: Double?
    /// The radius of uncertainty and its origin; nil if the receiver reports none.
    public var horizontalAccuracy: HorizontalAccuracy?
    /// The vertical error in metres.
    @OptionalNumber public var verticalAccuracy: Double?
    /// The speed over ground in metres per second, 0 or more.
    @OptionalNumber public var speed: Double?
    /// The error of the speed in metres per second.
    @OptionalNumber public var speedAccuracy: Double?
    /// The course over ground in degrees from true north, 0 up to but not including 360.
    @OptionalNumber public var course: Double?
    /// The error of the course in degrees.
    @OptionalNumber public var courseAccuracy: Double?
    /// The vertical speed in metres per second, positive upwards.
    @OptionalNumber public var climb: Double?
    /// The device path of the receiver as gpsd reports it.
    public var device: String
    /// The augmentation of the fix.
    public var differential: Differential
    /// The data of the receiver from which the position was taken.
    public var source: PositionSource
    /// The origin of the time.
    public var timeSource: TimeSource
    private var boxed = BoxedDetails.none

    /// Creates an epoch with only device and mode set.
    public init(device: String, mode: FixMode = .unknown) {
        self.device = device
        self.mode = mode
        self.differential = .none
        self.source = .receiver
        self.timeSource = .receiver
    }
}

extension Fix {
    /// What only a receiver that is attached reports, and no file.
    public var details: FixDetails {
        get { if case .some(let details) = boxed { details } else { FixDetails() } }
        set { boxed = newValue == FixDetails() ? .none : .some(newValue) }
    }

    mutating func removeDetails() { boxed = .none }

    /// Copies of a fix share its details: the points of a track have none, and are copied often.
    private indirect enum BoxedDetails: Hashable {
        case none
        case some(FixDetails)
    }
}

/// The dimensions of a position that the receiver has solved.
public enum FixMode: String, CaseIterable, Comparable, Sendable {
    /// Not reported by the receiver.
    case unknown
    /// The receiver reports no position.
    case none
    /// Latitude and longitude, no altitude.
    case twoDimensional = "2d"
    /// Latitude, longitude and altitude.
    case threeDimensional = "3d"

    /// Returns true if the receiver reports a position.
    public var hasPosition: Bool { self >= .twoDimensional }

    /// Orders modes as unknown, none, 2D, 3D.
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

/// The radius of uncertainty around a position, in metres, and its origin.
///
/// In a report it is always the circle that holds the true position with 95 % probability (``Origin/estimate``). In a
/// raw fix its meaning is up to the receiver: gpsd_json(5) does not define it further.
public struct HorizontalAccuracy: Hashable, Sendable {
    /// The data from which an accuracy was computed.
    public enum Origin: String, CaseIterable, Sendable {
        /// The receiver's own estimate, passed on by gpsd.
        case receiver
        /// Separate errors east and north, combined at right angles.
        case axes
        /// The satellite geometry alone: dilution of precision times a typical range error.
        case dilution
        /// The tracking filter, from all fixes so far: holds the true position with 95 % probability.
        case estimate
    }

    /// Metres, finite and above 0.
    public let radius: Double
    /// The data from which the radius was computed.
    public let origin: Origin

    /// Creates an accuracy; nil if the radius is not finite or not above 0: unknown is never 0.
    public init?(radius: Double, origin: Origin) {
        guard radius.isFinite, radius > 0 else { return nil }
        self.radius = radius
        self.origin = origin
    }
}

extension HorizontalAccuracy {
    /// Metres of horizontal error at a dilution of 1: `H_UERE_NO_DGPS` times the factor that gpsd applies for `eph`
    /// (gpsd/libgpsd_core.c, `gpsd_error_model`).
    public static let errorPerDilution = 19.0
    /// Metres of horizontal error at a dilution of 1 with differential corrections: `H_UERE_WITH_DGPS`.
    public static let errorPerDilutionDifferential = 4.75
}

/// The augmentation of a fix beyond plain satellite ranging.
///
/// The cases follow the `status` field of gpsd_json(5), which grades a fix and does not state whether there is one.
public enum Differential: String, CaseIterable, Sendable {
    /// None, or not known.
    case none
    /// Corrections from a reference station or from SBAS satellites.
    case dgps
    /// Carrier-phase corrections, ambiguities resolved.
    case rtkFixed = "rtk-fixed"
    /// Carrier-phase corrections, ambiguities not resolved.
    case rtkFloat = "rtk-float"
    /// Inertial sensors only, no satellites.
    case deadReckoning = "dead-reckoning"
    /// Satellites and inertial sensors.
    case gnssDeadReckoning = "gnss-dead-reckoning"
    /// A surveyed or manually entered position.
    case surveyed
    /// A simulated position.
    case simulated
    /// The encrypted military signal.
    case precise
}

/// The data of a receiver from which a position was taken.
public enum PositionSource: String, CaseIterable, Sendable {
    /// The reported latitude and longitude.
    case receiver
    /// The Earth-centred coordinates, because the reported latitude and longitude do not change (a fault of gpsd 3.22).
    case ecef
}

/// The origin of the time of a fix.
public enum TimeSource: String, CaseIterable, Sendable {
    /// The receiver, unchanged.
    case receiver
    /// The receiver, shifted by a multiple of 1024 weeks, the period of the GPS week number.
    case shifted
    /// The time of reception by the clock of this machine, because the receiver reports none, or an
    /// implausible one.
    case reception
}
