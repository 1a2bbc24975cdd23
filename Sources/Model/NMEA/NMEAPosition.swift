public import Basics
public import Location

/// A current position in the terms of NMEA 0183.
public struct NMEAPosition: Hashable, Sendable {
    /// The time of the fix.
    public var time: Timestamp
    /// The position.
    public var coordinate: Coordinate
    /// The radius of uncertainty in metres, above 0; nil if not known.
    public var radius: Double?
    /// Metres above mean sea level; nil if not known.
    public var altitude: Double?
    /// The speed over ground in metres per second; nil if not known.
    public var speed: Double?
    /// The course over ground in degrees from true north; nil if not known.
    public var course: Double?
    /// The number of satellites used; nil if not known: then that which a fix needs at least is written.
    public var satellites: Int?

    /// Creates a position of which only time and coordinate are known.
    public init(time: Timestamp, coordinate: Coordinate) {
        self.time = time
        self.coordinate = coordinate
    }
}

extension NMEASentence {
    /// Returns the sentences that state the position, RMC and GGA of talker GN.
    ///
    /// Without a position they have no time either: that of this machine may come from the program that reads them.
    ///
    /// - Parameters:
    ///   - position: the current position; nil if there is none.
    ///   - dialect: the consumer's interpretation of HDOP.
    /// - Returns: two sentences; without a position, or if the dialect cannot express its accuracy, with validity V and
    ///   quality 0.
    public static func sentences(_ position: NMEAPosition?, _ dialect: NMEADialect) -> [NMEASentence] {
        guard let position, let dilution = dialect.dilution(radius: position.radius) else {
            return [
                NMEASentence("GNRMC", ["", "V", "", "", "", "", "", "", "", "", "", "N"]),
                NMEASentence("GNGGA", ["", "", "", "", "", "0", "00", "", "", "M", "", "M", "", ""]),
            ]
        }
        return [rmc(position), gga(position, dilution: dilution)]
    }

    /// RMC: time, validity, position, knots, course, date, no magnetic variation, mode A (autonomous).
    private static func rmc(_ position: NMEAPosition) -> NMEASentence {
        let motion = [decimal(position.speed.map { $0 / NMEAUnits.knot }, 3), course(position.course)]
        return NMEASentence(
            "GNRMC",
            [timeOfDay(position.time), "A"] + latitude(position.coordinate) + longitude(position.coordinate) + motion
                + [date(position.time), "", "", "A"])
    }

    /// GGA: time, position, quality 1 (autonomous), satellites used, HDOP, altitude, no height of the geoid.
    ///
    /// gpsd divides the error that it derives from HDOP by four for quality 2 (differential). With fewer satellites than
    /// a fix needs, or none stated, it takes the sentence for no fix (3.22, driver_nmea0183.c): then 3, or 4 for an altitude.
    private static func gga(_ position: NMEAPosition, dilution: Double) -> NMEASentence {
        let known = position.satellites.flatMap { $0 < 3 ? nil : $0 } ?? (position.altitude == nil ? 3 : 4)
        let satellites = padded(Int64(min(known, 99)), to: 2)
        return NMEASentence(
            "GNGGA",
            [timeOfDay(position.time)] + latitude(position.coordinate) + longitude(position.coordinate)
                + ["1", satellites, decimal(dilution, 3), decimal(position.altitude, 1), "M", "", "M", "", ""])
    }
}

/// The interpretation of HDOP as an accuracy, since NMEA 0183 has no field for an accuracy that its readers evaluate.
public enum NMEADialect: String, Hashable, Sendable {
    /// gpsd and plotters: 19 m for each unit.
    case nmea
    /// GeoClue: steps.
    case geoclue

    /// The value that receivers write for an unknown accuracy.
    private static let unknownDilution = 99.99

    /// GeoClue's accuracies in metres, each with an HDOP of the step (gclue-nmea-utils.c, `get_accuracy_from_hdop`).
    ///
    /// The step of 0 m is never true.
    private static let steps: [(accuracy: Double, dilution: Double)] = [
        (1, 1.5), (3, 3.5), (50, 7.5), (100, 15), (300, 50),
    ]

    /// Returns the HDOP that the consumer reads as an accuracy of at least `radius`.
    ///
    /// - Parameter radius: metres; nil if not known.
    /// - Returns: the HDOP; nil if every HDOP would be read as a better accuracy.
    public func dilution(radius: Double?) -> Double? {
        guard let radius else { return Self.unknownDilution }
        return switch self {
        // Rounded up to what is written.
        case .nmea: (radius / HorizontalAccuracy.errorPerDilution * 1000).rounded(.up) / 1000
        case .geoclue: Self.steps.first { radius <= $0.accuracy }?.dilution
        }
    }
}
