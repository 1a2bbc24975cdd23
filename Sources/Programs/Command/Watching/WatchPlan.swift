import Configuration
import Location

/// What `whereismy watch` or `whereismy wait` was asked for.
struct WatchPlan: Hashable, Sendable {
    /// How reports are shown.
    var style: WatchStyle
    /// What to wait for; nil to go on for ever.
    var goal: FollowCondition?
    /// How long at most; nil for ever.
    var timeout: Duration?
    /// How old a fix may be and still be current.
    var staleAfter: Duration

    /// The exit code where it ended before the goal was reached, or had none.
    func code(for answer: CurrentReport) -> ExitCode {
        goal != nil && answer.code == .success ? .failure : answer.code
    }
}
