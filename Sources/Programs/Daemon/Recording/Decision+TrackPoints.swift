import Basics
import Location
import Tracking

extension Decision {
    /// Gives the fixes that count as right by it, in their order and as they were shown, to the history.
    ///
    /// One that was held up on its way is among them, though it is not current when it comes. A simulated one is not,
    /// also where those count: nobody could tell it from a real one later.
    ///
    /// - Parameters:
    ///   - controller: What has decided so just now.
    ///   - moment: When that was.
    ///   - body: Takes each.
    func forEachTrackPoint(
        of controller: borrowing LocationController, at moment: Moment, _ body: (TrackPoint) -> Void
    ) {
        guard changesReport, let verdict, verdict.rejection == nil else { return }
        for fix in reinstated where fix.differential != .simulated { TrackPoint(fix).map(body) }
        guard let point = controller.trackPoint(at: moment), point.fix.differential != .simulated else { return }
        body(point)
    }
}
