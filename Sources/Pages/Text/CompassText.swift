/// A course in words of the compass.
enum CompassText {
    private static let points = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    /// The nearest of eight points to a course in degrees from true north; nil where it is not finite.
    static func point(_ course: Double) -> String? {
        guard course.isFinite else { return nil }
        let turns = course / 360
        let eighths = ((turns - turns.rounded(.down)) * 8).rounded()
        return Int(exactly: eighths).map { points[$0 % points.count] }
    }
}
