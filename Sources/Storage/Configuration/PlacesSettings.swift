import CommandLine
import Location

/// The settings of the gazetteer.
public struct PlacesSettings: Hashable, Sendable {
    /// A tenth of a degree of latitude in metres, the limit of WhereIsMyMac's successor, AustralianPostcodes.
    public static let tenthOfDegree = 11_132.0

    /// The maximum distance in metres of the nearest place; 0 disables the lookup, nil is no limit.
    public var nearestWithin: Double?

    /// The built-in defaults.
    public init() {}

    /// The maximum distance in metres of a search without a limit; more than 0.
    public var searchRadius: Double { nearestWithin.flatMap { $0 > 0 ? $0 : nil } ?? Self.tenthOfDegree }
}

extension SettingKey<Settings> {
    static var nearestWithin: SettingKey {
        let syntax = ValueSyntax<Double>.distance(
            "a distance such as 500m, 20km or 5nm, none for no limit, or 0 to disable the lookup")
        return SettingKey("nearest-within", in: "places", at: \.places.nearestWithin, as: syntax.orNone())
    }
}

extension Double {
    /// Plausible distances in metres; half the circumference of the Earth is 20,004 km.
    private static let distanceRange = 0...21e6

    /// Parses a distance, 0 or more, up to 21,000 km; nil for anything else.
    ///
    /// - Parameter text: a number with a unit of ``LengthUnit``, such as `500m`, `20km`, `60 ft` and `0.1nm`, or a plain
    ///   number of metres.
    public init?(distance text: String) {
        guard let metres = Self(metres: text), Self.distanceRange.contains(metres) else { return nil }
        self = metres
    }

    /// Parses a distance of 0 or more without an upper limit; nil for anything else.
    init?(metres text: String) {
        let letters = text.reversed().prefix { $0.isASCII && $0.isLetter }.count
        let digits = text.dropLast(letters)
        let unit = letters == 0 ? .metre : LengthUnit(abbreviation: String(text.suffix(letters)))
        guard let unit, digits.first.map({ $0.isNumber || "+-.".contains($0) }) ?? false,
            let number = Double(digits.last == " " ? digits.dropLast() : digits),
            case let metres = number * unit.metres, metres >= 0, metres.isFinite
        else { return nil }
        // Removes the sign of a negative zero.
        self = metres.magnitude
    }
}
