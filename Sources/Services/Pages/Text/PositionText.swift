public import Languages
public import Location

/// A position as text.
public enum PositionText {
    /// Returns the position in a form of coordinates, in degrees with six decimals by default.
    public static func text(_ place: Coordinate, _ format: CoordinateFormat = .decimal) -> String {
        switch format {
        case .decimal: degrees(place)
        case .decimalMinutes: pair(place) { minutes($0, $1) }
        case .sexagesimal: pair(place) { seconds($0, $1) }
        case .utm:
            UTMCoordinate(place).map { "\($0.zone)\($0.band) \($0.easting) \($0.northing)" }
                ?? "outside UTM (80° S to 84° N)"
        }
    }

    /// Returns the position in degrees with six decimals.
    public static func degrees(_ place: Coordinate) -> String {
        [place.latitude, place.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(separator: ", ")
    }

    /// Returns text such as `-37.809969, 144.963264 (± 5.5 m)`: the position and its accuracy.
    public static func text(
        _ place: Coordinate, accuracy: HorizontalAccuracy?, style: DisplayStyle = DisplayStyle()
    ) -> String {
        let accuracy = accuracy.map { AccuracyText.text($0.radius, style.units) } ?? "accuracy unknown"
        return "\(text(place, style.coordinates)) (\(accuracy))"
    }

    /// Returns text such as `now -37.809969, 144.963264 (± 6.3 m)`.
    public static func text(_ now: CurrentPosition, style: DisplayStyle) -> String {
        "now \(text(now.coordinate, style.coordinates)) (\(AccuracyText.text(now.horizontalAccuracy, style.units)))"
    }

    private static func pair(_ place: Coordinate, _ text: (Double, (String, String)) -> String) -> String {
        "\(text(place.latitude, ("N", "S"))) \(text(place.longitude, ("E", "W")))"
    }

    /// Returns degrees and minutes with three decimals, 2 m.
    private static func minutes(_ value: Double, _ sides: (String, String)) -> String {
        let steps = Int((abs(value) * 60_000).rounded())
        let (minutes, decimals) = (steps / 1000 % 60, steps % 1000)
        return "\(steps / 60_000)°\(padded(minutes, 2)).\(padded(decimals, 3))′\(side(value, steps: steps, sides))"
    }

    /// Returns degrees, minutes, and seconds with one decimal, 3 m.
    private static func seconds(_ value: Double, _ sides: (String, String)) -> String {
        let steps = Int((abs(value) * 36_000).rounded())
        let (minutes, seconds) = (padded(steps / 600 % 60, 2), padded(steps / 10 % 60, 2))
        return "\(steps / 36_000)°\(minutes)′\(seconds).\(steps % 10)″\(side(value, steps: steps, sides))"
    }

    /// A value that rounds to 0 has no sign.
    private static func side(_ value: Double, steps: Int, _ sides: (String, String)) -> String {
        value < 0 && steps > 0 ? sides.1 : sides.0
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

/// The radius around a position as text.
public enum AccuracyText {
    /// The minimum shown in metres: a radius is never 0.
    private static let minRadius = 0.001

    /// Returns text such as `± 5.5 m`, `± 120 m` and `± 0.014 m`; `unknown` for a radius that is not finite or not
    /// above 0.
    public static func text(_ radius: Double, _ system: UnitSystem = .metric) -> String {
        let unit = system.shortUnit
        let amount = metres(radius / unit.metres)
        return amount.isEmpty ? "unknown" : "± \(amount) \(unit.rawValue)"
    }

    /// Returns the number alone: no decimals from 100 m on, one from 1 m, two from 0.1 m, three below, and never 0;
    /// empty for a radius that is not finite or not above 0.
    static func metres(_ radius: Double) -> String {
        guard radius.isFinite, radius > 0 else { return "" }
        return FixedDecimalText.text(max(radius, minRadius), decimals: radius < 100 ? decimals(radius) : 0)
    }

    /// Returns the number rounded up, so that it never understates the radius; one decimal from 1 m on.
    static func roundedUp(_ radius: Double) -> String {
        let (radius, decimals) = (max(radius, minRadius), decimals(radius))
        let text = FixedDecimalText.text(radius, decimals: decimals)
        guard let value = Double(text), value < radius else { return text }
        let step = decimals == 1 ? 0.1 : decimals == 2 ? 0.01 : 0.001
        return FixedDecimalText.text(radius + 0.75 * step, decimals: decimals)
    }

    private static func decimals(_ radius: Double) -> Int {
        switch radius {
        case ..<0.1: 3
        case ..<1: 2
        default: 1
        }
    }
}

/// A course as text.
public enum CompassText {
    private static let points = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    /// Returns a course in whole degrees, 0 to 359; values nearer to 360 than to 359 give 0.
    public static func degrees(_ course: Double) -> String {
        let turns = course / 360
        let degrees = ((turns - turns.rounded(.down)) * 360).rounded()
        return FixedDecimalText.text(degrees == 360 ? 0 : degrees, decimals: 0)
    }

    /// Returns the nearest of eight points as the direction from here, such as `to the north-east`; nil if the course is
    /// not finite.
    ///
    /// Letters after a distance, such as `0.8 km S`, can also be read as the direction to here.
    public static func direction(_ course: Double, in table: LanguageTable = .command) -> String? {
        point(course).map { table.text("static.to-\($0)") }
    }

    /// Returns the nearest of eight points to a course in degrees from true north; nil if it is not finite.
    static func point(_ course: Double) -> String? {
        guard course.isFinite else { return nil }
        let turns = course / 360
        let eighths = ((turns - turns.rounded(.down)) * 8).rounded()
        return Int(exactly: eighths).map { points[$0 % points.count] }
    }
}

/// Motion as text.
public enum MotionText {
    /// Returns text such as `standing still`; nil for unknown motion.
    public static func text(_ motion: Motion) -> String? { text(motion, in: .command) }

    static func text(_ motion: Motion, in table: LanguageTable) -> String? {
        switch motion {
        case .stationary: table.text("static.standing-still")
        case .moving: table.text("static.moving")
        case .unknown: nil
        }
    }
}
