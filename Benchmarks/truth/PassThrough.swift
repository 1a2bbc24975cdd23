import Location
import Simulator

/// Shows each fix as it comes, and adds up the steps.
struct PassThrough: Contestant {
    static let name = "pass-through"

    private var last: Fix?
    private var lastUptime = Duration.zero
    private var hasPosition = false
    private var odometer = 0.0

    init(device: String, at moment: Moment) {}

    mutating func take(_ epoch: ScenarioEpoch) -> (judgement: Judgement, reason: String) {
        guard let fix = epoch.fix else { return (.none, "") }
        hasPosition = fix.coordinate != nil
        guard let coordinate = fix.coordinate else { return (.rejected, "no position") }
        odometer += last?.coordinate?.distance(to: coordinate) ?? 0
        last = fix
        lastUptime = epoch.moment.uptime
        return (.accepted, "")
    }

    mutating func advance(to moment: Moment) {}

    func shown(at moment: Moment) -> Shown {
        let isFresh = last != nil && hasPosition && moment.uptime - lastUptime < .seconds(10)
        return Shown(
            state: isFresh ? .live : .noFix, coordinate: last?.coordinate, radius: last?.horizontalAccuracy?.radius,
            odometer: odometer, timestamp: last?.timestamp)
    }
}
