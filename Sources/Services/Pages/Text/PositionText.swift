import Basics
public import Location

/// A position as text.
public enum PositionText {
    /// Returns the position in degrees with six decimals.
    public static func degrees(_ place: Coordinate) -> String {
        [place.latitude, place.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(separator: ", ")
    }

    /// Returns text such as `-37.809969, 144.963264 (± 5.5 m)`: degrees with six decimals, and the accuracy.
    public static func text(_ place: Coordinate, accuracy: HorizontalAccuracy?) -> String {
        "\(degrees(place)) (\(accuracy.map { AccuracyText.text($0.radius) } ?? "accuracy unknown"))"
    }
}

/// The radius around a position as text.
public enum AccuracyText {
    /// The minimum shown in metres: a radius is never 0.
    private static let minRadius = 0.001

    /// Returns text such as `± 5.5 m`, `± 120 m` and `± 0.014 m`; `unknown` for a radius that is not finite or not
    /// above 0.
    public static func text(_ radius: Double) -> String {
        let metres = metres(radius)
        return metres.isEmpty ? "unknown" : "± \(metres) m"
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

/// A distance as text.
public enum DistanceText {
    /// Returns whole metres below a kilometre, kilometres with one decimal from there; empty if not finite.
    public static func text(_ metres: Double) -> String {
        guard metres.isFinite else { return "" }
        return metres < 1000
            ? "\(FixedDecimalText.text(metres, decimals: 0)) m"
            : "\(FixedDecimalText.text(metres / 1000, decimals: 1)) km"
    }
}

/// A course as text.
public enum CompassText {
    private static let points = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    /// Returns a course in whole degrees, 0 to 359; values nearer to 360 than to 359 give 0.
    static func degrees(_ course: Double) -> String {
        let turns = course / 360
        let degrees = ((turns - turns.rounded(.down)) * 360).rounded()
        return FixedDecimalText.text(degrees == 360 ? 0 : degrees, decimals: 0)
    }

    /// Returns the nearest of eight points as letters, such as `NE`; empty if the course is not finite.
    public static func abbreviation(_ course: Double) -> String {
        let parts = point(course)?.split(separator: "-") ?? []
        return parts.compactMap(\.first).map { $0.uppercased() }.joined()
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
    public static func text(_ motion: Motion) -> String? {
        switch motion {
        case .stationary: "standing still"
        case .moving: "moving"
        case .unknown: nil
        }
    }
}
