import Basics
import Location
import Simulator

/// One run epoch by epoch, as comma-separated values for tuning.
struct Trace {
    static let heading =
        "time,truth_e,truth_n,truth_speed,truth_moving,truth_distance,raw_e,raw_n,raw_radius,raw_speed,outlier,"
        + "shown_e,shown_n,radius,state,motion,odometer,verdict"

    /// Metres east and north are counted from the truth where the scenario begins, so that lines can be drawn.
    static func run(_ scenario: Scenario, seed: UInt64, to line: (String) -> Void) {
        var examiner = Examiner<ControllerContestant>(interval: scenario.interval)
        var begin: ScenarioEpoch?
        line(heading)
        for epoch in scenario.run(seed: seed) {
            let first = begin ?? epoch
            begin = first
            let (shown, verdict) = examiner.take(epoch)
            line(values(epoch, from: first, shown, verdict).joined(separator: ","))
        }
    }

    private static func values(
        _ epoch: ScenarioEpoch, from first: ScenarioEpoch, _ shown: Shown, _ verdict: String
    ) -> [String] {
        let origin = first.truth.coordinate
        let truth = origin.displacement(to: epoch.truth.coordinate)
        let raw = epoch.fix?.coordinate.map { origin.displacement(to: $0) }
        let place = shown.coordinate.map { origin.displacement(to: $0) }
        return [
            Text.number((epoch.moment.uptime - first.moment.uptime).inSeconds, 3), Text.number(truth.east, 3),
            Text.number(truth.north, 3), Text.number(epoch.truth.speed, 3), epoch.truth.isMoving ? "1" : "0",
            Text.number(epoch.truth.distance, 3), empty(raw?.east), empty(raw?.north),
            empty(epoch.fix?.horizontalAccuracy?.radius), empty(epoch.fix?.speed), epoch.isOutlier ? "1" : "0",
            empty(place?.east), empty(place?.north), empty(shown.radius), shown.state.rawValue,
            shown.motion?.rawValue ?? "", empty(shown.odometer), verdict,
        ]
    }

    private static func empty(_ value: Double?) -> String { value == nil ? "" : Text.number(value, 3) }
}
