import Basics
import Location
import Simulator
import Tracking

/// The location controller of the daemon.
struct ControllerContestant: Contestant {
    static let name = "whereismy"

    private let device: String
    private var controller: LocationController

    init(device: String, at moment: Moment) {
        self.device = device
        controller = LocationController(settings: TrackingSettings(), at: moment)
        _ = controller.handle(.receivers([device]), at: moment)
    }

    mutating func process(_ epoch: ScenarioEpoch) -> (verdict: EpochVerdict, reason: String) {
        if let satellites = epoch.satellites {
            _ = controller.handle(.satellites(satellites, device: device), at: epoch.moment)
        }
        guard let fix = epoch.fix else { return (.none, "") }
        switch controller.handle(.fix(fix), at: epoch.moment).verdict {
        case .accepted: return (.accepted, "")
        case .duplicate: return (.duplicate, "")
        case .rejected(let reason): return (.rejected, "\(reason)")
        case nil: return (.none, "")
        }
    }

    mutating func advance(to moment: Moment) {
        guard let deadline = controller.deadline, deadline <= moment.uptime else { return }
        _ = controller.advance(to: moment)
    }

    func displayedFix(at moment: Moment) -> DisplayedFix {
        let report = controller.report(at: moment)
        return DisplayedFix(
            state: report.state, coordinate: report.fix?.coordinate, radius: report.fix?.horizontalAccuracy?.radius,
            motion: report.motion, odometer: report.odometer, timestamp: report.fix?.timestamp)
    }
}
