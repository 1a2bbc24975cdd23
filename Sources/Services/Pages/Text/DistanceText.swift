public import Location

/// A distance as text.
public enum DistanceText {
    /// Kilometres or miles from which a tenth has no meaning for a town or a place, which are no points.
    private static let wholeFrom = 9.95

    /// Returns whole metres or feet below a limit, from there kilometres, miles or nautical miles with one decimal;
    /// empty if not finite.
    public static func text(_ metres: Double, _ system: UnitSystem = .metric) -> String {
        guard metres.isFinite else { return "" }
        let unit = system.unit(for: metres)
        return text(metres, in: unit, decimals: unit == system.shortUnit ? 0 : 1)
    }

    /// Returns the same for a distance to a town or a place: `9.8 km`, but `63 km`; empty if not finite.
    public static func rounded(_ metres: Double, _ system: UnitSystem = .metric) -> String {
        guard metres.isFinite else { return "" }
        let unit = system.unit(for: metres)
        return unit == system.shortUnit ? text(metres, in: unit, decimals: 0) : rounded(metres, in: unit)
    }

    /// Returns an altitude in whole metres or feet below 10 km, from there as ``text(_:_:)`` does; empty if not finite.
    public static func altitude(_ metres: Double, _ system: UnitSystem = .metric) -> String {
        metres.magnitude < 10_000 ? text(metres, in: system.shortUnit, decimals: 0) : text(metres, system)
    }

    /// Returns a finite distance in a long unit, from ten on without decimals.
    static func rounded(_ metres: Double, in unit: LengthUnit) -> String {
        text(metres, in: unit, decimals: metres / unit.metres < wholeFrom ? 1 : 0)
    }

    static func text(_ metres: Double, in unit: LengthUnit, decimals: Int) -> String {
        "\(FixedDecimalText.text(metres / unit.metres, decimals: decimals)) \(unit.rawValue)"
    }
}

/// A speed as text.
public enum SpeedText {
    /// Returns text such as `12.6 km/h`, `7.8 mph` and `6.8 kn`.
    public static func text(_ metresPerSecond: Double, _ system: UnitSystem = .metric) -> String {
        let perHour = metresPerSecond * 3600 / system.longUnit.metres
        return "\(FixedDecimalText.text(perHour, decimals: 1)) \(system.speedUnit)"
    }
}

extension UnitSystem {
    var shortUnit: LengthUnit { self == .imperial ? .foot : .metre }

    var longUnit: LengthUnit {
        switch self {
        case .metric: .kilometre
        case .imperial: .mile
        case .nautical: .nauticalMile
        }
    }

    fileprivate var speedUnit: String {
        switch self {
        case .metric: "km/h"
        case .imperial: "mph"
        case .nautical: "kn"
        }
    }

    /// The amount of the short unit from which the long one is used; half a nautical mile.
    private var limit: Double { self == .nautical ? 926 : 1000 }

    /// Returns the unit for a length in metres.
    func unit(for metres: Double) -> LengthUnit { metres / shortUnit.metres < limit ? shortUnit : longUnit }
}
