/// A course in words of the compass.
public enum CompassText {
    private static let points = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    /// A course in whole degrees, 0 to 359: what is nearer to 360 than to 359 is north, 0.
    static func degrees(_ course: Double) -> String {
        let turns = course / 360
        let degrees = ((turns - turns.rounded(.down)) * 360).rounded()
        return FixedDecimalText.text(degrees == 360 ? 0 : degrees, decimals: 0)
    }

    /// The nearest of eight points in letters, such as `NE`; empty where the course is not finite.
    public static func abbreviation(_ course: Double) -> String {
        let words = point(course)?.split(separator: "-") ?? []
        return words.compactMap(\.first).map { $0.uppercased() }.joined()
    }

    /// The nearest of eight points to a course in degrees from true north; nil where it is not finite.
    static func point(_ course: Double) -> String? {
        guard course.isFinite else { return nil }
        let turns = course / 360
        let eighths = ((turns - turns.rounded(.down)) * 8).rounded()
        return Int(exactly: eighths).map { points[$0 % points.count] }
    }
}
