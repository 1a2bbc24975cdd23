/// Jumps.
extension Thresholds {
    /// Metres that two fixes may always differ by: a receiver that changes its satellites.
    static let jumpSlack = 10.0
    /// Fixes in a row that agree with each other against the estimate, until they are believed: one more than the
    /// longest burst of bad fixes that is common.
    static let agreeingFixes = 4
    /// The same after a gap, in which the machine may have gone anywhere within reach.
    static let agreeingFixesAfterGap = 3
    /// Seconds for which they must agree, in either case: a burst of a fast receiver is one error.
    static let agreeingTime = 2.0
    static let agreeingTimeAfterGap = 1.0
    /// Seconds for which anything is accelerated.
    static let longestPush = 10.0
    /// Metres per second at which what was found elsewhere may go on where it reports less: any car or train.
    static let strangerSpeed = 60.0
    /// Seconds without an accepted fix that are a gap.
    static let gap = 5.0
    /// Seconds after which the estimate begins anew.
    static let restart = 30.0
    /// The same in intervals of a slow receiver.
    static let restartIntervals = 3.0
    /// Seconds: what comes sooner after another fix is its echo.
    static let echo = 0.02
}
