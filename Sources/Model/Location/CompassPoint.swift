/// The points of the compass.
public enum CompassPoint {
    private static let sixteenths = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    /// Returns the nearest of sixteen points as letters, such as `SSE`; empty if the course is not finite.
    ///
    /// The course is in degrees clockwise from true north, in any range.
    public static func sixteenth(_ course: Double) -> String {
        guard course.isFinite else { return "" }
        let turns = course / 360
        let index = Int(((turns - turns.rounded(.down)) * 16).rounded())
        return sixteenths[index % sixteenths.count]
    }
}
