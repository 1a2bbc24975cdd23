import Basics
import Location
import Simulator

@testable import truth

/// Knows the truth, and shows it.
struct Oracle: Contestant {
    static let name = "oracle"

    private var last: ScenarioEpoch?
    private var lastGiven = Duration.zero

    init(device: String, at moment: Moment) {}

    mutating func take(_ epoch: ScenarioEpoch) -> (judgement: Judgement, reason: String) {
        if epoch.fix?.coordinate != nil { lastGiven = epoch.moment.uptime }
        if epoch.fix != nil || last == nil { last = epoch }
        return (epoch.isOutlier ? .rejected : (epoch.isDuplicate ? .duplicate : .accepted), "")
    }

    mutating func advance(to moment: Moment) {}

    func shown(at moment: Moment) -> Shown {
        let isLive = last?.fix?.coordinate != nil && moment.uptime - lastGiven < .seconds(10)
        return Shown(
            state: isLive ? .live : .stale, coordinate: last?.truth.coordinate, radius: 3,
            motion: last?.truth.isMoving == true ? .moving : .stationary, odometer: last?.truth.distance,
            timestamp: last?.time)
    }
}
