import Basics
public import Location

/// A position in a line for people.
public enum PositionText {
    /// The position alone: degrees with six decimals.
    public static func degrees(_ place: Coordinate) -> String {
        [place.latitude, place.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(separator: ", ")
    }

    /// Words such as `-37.809969, 144.963264 (± 5.5 m)`: degrees with six decimals, and how sure that is.
    public static func text(_ place: Coordinate, accuracy: HorizontalAccuracy?) -> String {
        "\(degrees(place)) (\(accuracy.map { AccuracyText.text($0.radius) } ?? "accuracy unknown"))"
    }
}
