import APIClient
import Basics
import Location
import Pages
import Places

extension AnchorFinding {
    /// All there is to say of it in a row.
    ///
    /// - Parameter time: a moment as the user's clock shows it.
    /// - Returns: such as `holds, 12 m from it, 40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00`.
    func words(_ time: (Timestamp) -> String) -> String {
        switch self {
        case .damaged(let reason): return "NOT WATCHED: \(reason)"
        case .unseen(let reason): return "not to be seen: \(reason)"
        case .set(let standing):
            let circle = standing.watch.circle
            let shape = "\(DistanceText.words(circle.radius)) around \(PositionText.degrees(circle.centre))"
            let since = "since \(time(standing.watch.set))"
            return [standing.state, standing.way, shape, since].compactMap { $0 }.joined(separator: ", ")
        }
    }

    /// What somebody on board has to know at once; nil where all is well, and where that is not to be seen.
    var alarm: String? {
        switch self {
        case .unseen: return nil
        case .damaged(let reason): return "ANCHOR NOT WATCHED: \(reason)"
        case .set(let standing):
            guard standing.trouble != nil else { return nil }
            let allowed = "\(DistanceText.words(standing.watch.circle.radius)) allowed"
            return ["ANCHOR \(standing.state)", standing.way, allowed].compactMap { $0 }.joined(separator: ", ")
        }
    }
}

extension AnchorStanding {
    fileprivate var state: String {
        switch trouble {
        case nil: "holds"
        case .dragging: answer.daemonRuns ? "DRAGGING" : "DRAGGING, and not watched: \(DaemonError.noDaemon)"
        case .unwatched(let reason): "NOT WATCHED: \(reason)"
        }
    }
}
