import Basics
import Location
import Simulator

/// A run of the controller as comma-separated values, one line per epoch.
struct Trace {
    static let heading =
        "time,truth_e,truth_n,truth_speed,truth_moving,truth_distance,raw_e,raw_n,raw_radius,raw_speed,outlier,"
        + "shown_e,shown_n,radius,state,motion,odometer,verdict"

    /// Coordinates are metres east and north of the start of the true path.
    static func run(_ scenario: Scenario, seed: UInt64, to write: (String) -> Void) {
        var examiner = Examiner<ControllerContestant>(interval: scenario.interval)
        var start: ScenarioEpoch?
        write(heading)
        for epoch in scenario.run(seed: seed) {
            let first = start ?? epoch
            start = first
            let (displayed, verdict) = examiner.process(epoch)
            write(values(of: epoch, from: first, displayed: displayed, verdict: verdict).joined(separator: ","))
        }
    }

    private static func values(
        of epoch: ScenarioEpoch, from first: ScenarioEpoch, displayed: DisplayedFix, verdict: String
    ) -> [String] {
        let origin = first.truth.coordinate
        let truth = origin.displacement(to: epoch.truth.coordinate)
        let raw = epoch.fix?.coordinate.map { origin.displacement(to: $0) }
        let position = displayed.coordinate.map { origin.displacement(to: $0) }
        return [
            TextFormat.number((epoch.moment.uptime - first.moment.uptime).inSeconds, 3),
            TextFormat.number(truth.east, 3),
            TextFormat.number(truth.north, 3), TextFormat.number(epoch.truth.speed, 3),
            epoch.truth.isMoving ? "1" : "0",
            TextFormat.number(epoch.truth.distance, 3), empty(raw?.east), empty(raw?.north),
            empty(epoch.fix?.horizontalAccuracy?.radius), empty(epoch.fix?.speed), epoch.isOutlier ? "1" : "0",
            empty(position?.east), empty(position?.north), empty(displayed.radius), displayed.state.rawValue,
            displayed.motion?.rawValue ?? "", empty(displayed.odometer), verdict,
        ]
    }

    private static func empty(_ value: Double?) -> String { value == nil ? "" : TextFormat.number(value, 3) }
}
