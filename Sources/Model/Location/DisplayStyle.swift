/// The form in which people read positions, lengths and speeds; it changes no JSON.
public struct DisplayStyle: Hashable, Sendable {
    /// The form of coordinates.
    public var coordinates = CoordinateFormat.decimal
    /// The system of units.
    public var units = UnitSystem.metric

    /// Decimal degrees and metric units.
    public init() {}
}

/// A form of coordinates.
public enum CoordinateFormat: String, CaseIterable, Sendable {
    /// Decimal degrees, `-37.809969, 144.963264`.
    case decimal = "dd"
    /// Degrees and decimal minutes, as on nautical charts, `37°48.598′S 144°57.796′E`.
    case decimalMinutes = "ddm"
    /// Degrees, minutes and seconds, `37°48′35.9″S 144°57′47.7″E`.
    case sexagesimal = "dms"
    /// Universal Transverse Mercator, `55H 320704 5813387`.
    case utm
}

/// A system of units.
public enum UnitSystem: String, CaseIterable, Sendable {
    /// Metres, kilometres, km/h.
    case metric
    /// Feet, miles, mph.
    case imperial
    /// Metres, nautical miles, knots.
    case nautical
}

/// A unit of length.
public enum LengthUnit: String, CaseIterable, Sendable {
    /// The metre.
    case metre = "m"
    /// The kilometre.
    case kilometre = "km"
    /// The international foot.
    case foot = "ft"
    /// The international mile.
    case mile = "mi"
    /// The nautical mile.
    case nauticalMile = "nmi"

    /// Creates a unit from its abbreviation in lower case; `nm` too is a nautical mile.
    public init?(abbreviation: String) {
        self.init(rawValue: abbreviation == "nm" ? "nmi" : abbreviation)
    }

    /// Metres, by the treaties of 1929 (nautical mile) and 1959 (foot, mile).
    public var metres: Double {
        switch self {
        case .metre: 1
        case .kilometre: 1000
        case .foot: 0.3048
        case .mile: 1609.344
        case .nauticalMile: 1852
        }
    }
}
