public import Location

/// NMEA 0183 units.
public enum NMEAUnits {
    /// Metres per second in a knot, by definition (ISO 80000-3).
    public static let knot = 1852.0 / 3600
}

extension Differential {
    /// The GGA quality indicator.
    public var nmeaQuality: String {
        switch self {
        case .none: "1"
        case .dgps: "2"
        case .precise: "3"
        case .rtkFixed: "4"
        case .rtkFloat: "5"
        case .deadReckoning, .gnssDeadReckoning: "6"
        case .surveyed: "7"
        case .simulated: "8"
        }
    }

    /// The RMC and VTG mode indicator.
    public var nmeaMode: String {
        switch self {
        case .none: "A"
        case .dgps: "D"
        case .precise: "P"
        case .rtkFixed: "R"
        case .rtkFloat: "F"
        case .deadReckoning, .gnssDeadReckoning: "E"
        case .surveyed: "M"
        case .simulated: "S"
        }
    }

    /// Creates the value of a GGA quality indicator; nil for 0 (no position) and for indicators not in the standard.
    public init?(nmeaQuality digit: UInt8) {
        switch digit {
        case UInt8(ascii: "1"): self = .none
        case UInt8(ascii: "2"): self = .dgps
        case UInt8(ascii: "3"): self = .precise
        case UInt8(ascii: "4"): self = .rtkFixed
        case UInt8(ascii: "5"): self = .rtkFloat
        case UInt8(ascii: "6"): self = .deadReckoning
        case UInt8(ascii: "7"): self = .surveyed
        case UInt8(ascii: "8"): self = .simulated
        default: return nil
        }
    }
}
