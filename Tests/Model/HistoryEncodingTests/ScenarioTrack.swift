import Basics
import Location
import Simulator

extension Scenario {
    /// Returns the points that a history of the scenario would hold.
    func points(seed: UInt64 = 1, atMost count: Int = .max, isQuiet: Bool = false) -> [TrackPoint] {
        var points: [TrackPoint] = []
        for epoch in run(seed: seed, isQuiet: isQuiet) where points.count < count {
            guard let fix = epoch.fix else { continue }
            let motion: Motion = epoch.truth.isMoving ? .moving : .stationary
            guard let point = TrackPoint(fix, motion: motion, satellitesUsed: epoch.satellites?.used) else { continue }
            if let last = points.last, point.timestamp < last.timestamp { continue }
            points.append(point)
        }
        return points
    }
}
