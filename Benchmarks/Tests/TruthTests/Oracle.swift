import Basics
import Location
import Simulator

@testable import truth

/// A contestant that displays the truth.
struct Oracle: Contestant {
    static let name = "oracle"

    private var last: ScenarioEpoch?
    private var lastPosition = Duration.zero

    init(device: String, at moment: Moment) {}

    mutating func process(_ epoch: ScenarioEpoch) -> (verdict: EpochVerdict, reason: String) {
        if epoch.fix?.coordinate != nil { lastPosition = epoch.moment.uptime }
        if epoch.fix != nil || last == nil { last = epoch }
        return (epoch.isOutlier ? .rejected : (epoch.isDuplicate ? .duplicate : .accepted), "")
    }

    mutating func advance(to moment: Moment) {}

    func displayedFix(at moment: Moment) -> DisplayedFix {
        let isLive = last?.fix?.coordinate != nil && moment.uptime - lastPosition < .seconds(10)
        return DisplayedFix(
            state: isLive ? .live : .stale, coordinate: last?.truth.coordinate, radius: 3,
            motion: last?.truth.isMoving == true ? .moving : .stationary, odometer: last?.truth.distance,
            timestamp: last?.time)
    }
}
