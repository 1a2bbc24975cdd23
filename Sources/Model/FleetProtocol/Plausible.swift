import Location

/// The ranges of values that exist; others are unknown, since a sender may claim anything.
///
/// In the steps of a segment each of them fits into 32 bits.
enum Plausible {
    /// Errors and distances in metres.
    static let metres = 0.0..<1e8
    /// Altitudes in metres.
    static let altitude = -1e7..<1e7
    /// Speeds and their errors in metres per second.
    static let speed = 0.0..<1e6
    /// Vertical speeds in metres per second.
    static let climb = -1e6..<1e6
    /// Courses in degrees.
    static let course = 0.0..<360
    /// Errors of courses in degrees.
    static let courseAccuracy = 0.0...360
    static let satellites = 0..<1000
}

extension TrackPoint {
    /// The point without values that cannot be.
    var plausible: TrackPoint {
        let hasPlausibleCount = satellitesUsed.map(Plausible.satellites.contains) ?? true
        guard !fix.isPlausible || !hasPlausibleCount else { return self }
        let count = hasPlausibleCount ? satellitesUsed : nil
        return TrackPoint(fix.plausible, motion: motion, satellitesUsed: count, integrity: integrity) ?? self
    }

    func renamed(_ device: String) -> TrackPoint {
        guard fix.device != device else { return self }
        var fix = fix
        fix.device = device
        return TrackPoint(fix, motion: motion, satellitesUsed: satellitesUsed, integrity: integrity) ?? self
    }
}

extension Fix {
    fileprivate var isPlausible: Bool {
        Self.isIn(Plausible.altitude, altitude) && Self.isIn(Plausible.altitude, ellipsoidalAltitude)
            && Self.isIn(Plausible.metres, horizontalAccuracy?.radius) && Self.isIn(Plausible.metres, verticalAccuracy)
            && Self.isIn(Plausible.speed, speed) && Self.isIn(Plausible.speed, speedAccuracy)
            && Self.isIn(Plausible.course, course) && Self.isIn(Plausible.climb, climb)
            && (courseAccuracy.map(Plausible.courseAccuracy.contains) ?? true)
    }

    private static func isIn(_ range: Range<Double>, _ value: Double?) -> Bool { value.map(range.contains) ?? true }

    fileprivate var plausible: Fix {
        var fix = self
        fix.altitude = altitude.flatMap { Plausible.altitude.contains($0) ? $0 : nil }
        fix.ellipsoidalAltitude = ellipsoidalAltitude.flatMap { Plausible.altitude.contains($0) ? $0 : nil }
        fix.horizontalAccuracy = horizontalAccuracy.flatMap { Plausible.metres.contains($0.radius) ? $0 : nil }
        fix.verticalAccuracy = verticalAccuracy.flatMap { Plausible.metres.contains($0) ? $0 : nil }
        fix.speed = speed.flatMap { Plausible.speed.contains($0) ? $0 : nil }
        fix.speedAccuracy = speedAccuracy.flatMap { Plausible.speed.contains($0) ? $0 : nil }
        fix.course = course.flatMap { Plausible.course.contains($0) ? $0 : nil }
        fix.courseAccuracy = courseAccuracy.flatMap { Plausible.courseAccuracy.contains($0) ? $0 : nil }
        fix.climb = climb.flatMap { Plausible.climb.contains($0) ? $0 : nil }
        return fix
    }
}
