import Location
import Tracking

extension Decision {
    /// The fixes that count as right by it, in their order and as they were shown, for the history.
    ///
    /// One that was held up on its way is among them, though it is not current when it comes. A simulated one is not,
    /// also where those count: nobody could tell it from a real one later.
    ///
    /// - Parameter report: What was shown by this decision; not looked at where there is nothing new.
    /// - Returns: None where nothing was accepted.
    func trackPoints(in report: @autoclosure () -> Report) -> [TrackPoint] {
        guard changesReport, let verdict, verdict.rejection == nil else { return [] }
        let report = report()
        let current = report.fix.flatMap {
            TrackPoint($0, motion: report.motion ?? .unknown, satellitesUsed: report.satellites?.used)
        }
        let points = reinstated.compactMap { TrackPoint($0) } + [current].compactMap { $0 }
        return points.filter { $0.fix.differential != .simulated }
    }
}
