import Basics
import Location
import Simulator

/// Shows fixes as they come, where they are far enough from the one shown, and adds up the steps.
struct PlainTracker<Rule: PlainRule>: Contestant {
    static var name: String { Rule.name }

    private var shownFix: Fix?
    private var lastUptime = Duration.zero
    private var hasPosition = false
    private var odometer = 0.0

    init(device: String, at moment: Moment) {}

    mutating func take(_ epoch: ScenarioEpoch) -> (judgement: Judgement, reason: String) {
        guard let fix = epoch.fix else { return (.none, "") }
        hasPosition = fix.coordinate != nil
        guard let coordinate = fix.coordinate else { return (.rejected, "no position") }
        lastUptime = epoch.moment.uptime
        let step = shownFix?.coordinate?.distance(to: coordinate)
        if let step, step < Rule.least { return (.duplicate, "near") }
        odometer += step ?? 0
        shownFix = fix
        return (.accepted, "")
    }

    mutating func advance(to moment: Moment) {}

    func shown(at moment: Moment) -> Shown {
        let isFresh = shownFix != nil && hasPosition && moment.uptime - lastUptime < .seconds(10)
        return Shown(
            state: isFresh ? .live : .noFix, coordinate: shownFix?.coordinate,
            radius: shownFix?.horizontalAccuracy?.radius, odometer: odometer, timestamp: shownFix?.timestamp)
    }
}
