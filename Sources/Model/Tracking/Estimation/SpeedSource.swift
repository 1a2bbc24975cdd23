import Location

/// Whether a reported speed is a measurement, or only arithmetic on the positions.
///
/// gpsd works speed and course out of successive positions where a receiver gives none; it then says nothing that the
/// positions do not, and follows each of their errors.
struct SpeedSource: Sendable {
    private var agreeing = 0

    /// Whether the speed says the same as the positions.
    var isDerived: Bool { agreeing >= Thresholds.derivedFixes }

    /// Whether the receiver gives courses; below a walk's speed many keep them to themselves.
    private(set) var hasCourse = true

    /// Whether the course is an old one, to the digit, as many give it at low speed: there it is no direction at all.
    private(set) var repeatsCourse = false
    private var lastCourse: Double?

    /// Takes what a fix says of its course.
    mutating func record(course: Double?, speed: Double) {
        repeatsCourse = course != nil && course == lastCourse && speed < Thresholds.courseSpeed
        lastCourse = course
        if course != nil { hasCourse = true } else if speed > Thresholds.courseSpeed { hasCourse = false }
    }

    /// Takes the speed of a fix and how far it is from the one before.
    mutating func record(speed: Double, moved: Double, time: Double) {
        let isSame = abs(speed * time - moved) < Thresholds.derivedDifference + Thresholds.derivedShare * moved
        if isSame {
            agreeing = min(agreeing + 1, 20)
        } else {
            agreeing = max(agreeing - 4, 0)
        }
    }
}
