import APIClient
import Basics
import Location
import Pages
import Places

extension AnchorLookup {
    /// All there is to say of it in a row.
    ///
    /// - Parameter time: a moment as the user's clock shows it.
    /// - Returns: such as `holds, 12 m from it, 40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00`.
    func summary(localTime time: (Timestamp) -> String) -> String {
        switch self {
        case .damaged(let reason): return "NOT WATCHED: \(reason)"
        case .unreadable(let reason): return "not to be seen: \(reason)"
        case .set(let standing):
            let circle = standing.watch.circle
            let shape = "\(DistanceText.text(circle.radius)) around \(PositionText.degrees(circle.centre))"
            let since = "since \(time(standing.watch.set))"
            return [standing.state, standing.distanceText, shape, since].compactMap { $0 }.joined(separator: ", ")
        }
    }

    /// What somebody on board has to know at once; nil where all is well, and where that is not to be seen.
    var alarm: String? {
        switch self {
        case .unreadable: return nil
        case .damaged(let reason): return "ANCHOR NOT WATCHED: \(reason)"
        case .set(let standing):
            guard standing.alarm != nil else { return nil }
            let allowed = "\(DistanceText.text(standing.watch.circle.radius)) allowed"
            return ["ANCHOR \(standing.state)", standing.distanceText, allowed].compactMap { $0 }.joined(separator: ", ")
        }
    }
}

extension AnchorStatus {
    fileprivate var state: String {
        switch alarm {
        case nil: "holds"
        case .dragging: answer.daemonRuns ? "DRAGGING" : "DRAGGING, and not watched: \(DaemonError.noDaemon)"
        case .unwatched(let reason): "NOT WATCHED: \(reason)"
        }
    }
}
