/// The numbers that decisions are made on, each with the reason for its value.
enum Thresholds {
    // MARK: How wrong a fix is

    /// Metres: the radius taken where a receiver gives none; a receiver of the year 2000 in the open.
    static let unknownRadius = 15.0
    /// The part of a radius worked out from the dilution alone that holds 95 of 100 fixes: gpsd multiplies the dilution
    /// by 19 m, which is a receiver's error before the year 2000; today's are a third of it and less.
    static let dilutionShare = 0.35
    /// Metres: no receiver without corrections is better along an axis for minutes.
    static let smallestDeviation = 0.3
    /// The part of the error that is new each epoch.
    static let fastShare = 0.12
    /// Metres: the last digit of what a receiver prints.
    static let smallestFastDeviation = 0.05
    /// Seconds in which the slow error forgets two thirds of itself: it follows satellites, ionosphere and reflections.
    static let memory = 150.0

    // MARK: How a machine moves

    /// Square metres per second cubed: a push of 0.7 m/s in a second, a car in the city.
    static let movingAcceleration = 0.5
    /// Square metres per second cubed: what stands still stands.
    static let standingAcceleration = 1e-8
    /// Metres per second: the error of a speed from the Doppler shift.
    static let speedDeviation = 0.12
    /// Metres per second below which a receiver's course is its noise.
    static let courseSpeed = 0.5

    // MARK: Whether it moves

    /// Metres per second that a receiver at rest does not report for seconds on end.
    static let startSpeed = 0.5
    /// Metres per second below which, for seconds on end, it rests.
    static let stopSpeed = 0.3
    /// Seconds over which a start or a stop is judged: within the five that a user would call at once.
    static let quickWindow = 3.2
    /// Seconds over which slow motion, such as a boat's at anchor, shows against the noise.
    static let slowWindow = 20.0
    /// Metres in that time that are motion and not noise.
    static let slowDistance = 2.5

    // MARK: Jumps

    /// Metres that two fixes may always differ by: a receiver that changes its satellites.
    static let jumpSlack = 10.0
    /// Fixes in a row that agree with each other against the estimate, until they are believed: one more than the
    /// longest burst of bad fixes that is common.
    static let agreeingFixes = 4
    /// The same after a gap, in which the machine may have gone anywhere within reach.
    static let agreeingFixesAfterGap = 2
    /// Seconds without an accepted fix that are a gap.
    static let gap = 5.0
    /// Innovations, in standard deviations, beyond which a fix counts less and less (Huber's estimator).
    static let huber = 2.0

    // MARK: What is shown

    /// The radius shown, as a multiple of what the filter works out: its model of the error is a simple one.
    static let radiusMargin = 1.3
    /// Metres: the smallest radius that is claimed; the antenna is not the machine.
    static let smallestRadius = 1.0
    /// Seconds without fixes after which the way is not guessed any more: long tunnels.
    static let longestBridge = 600.0
}
