import Basics
import GPSD
import Location
import Simulator
import Tracking

/// The location controller of the daemon, behind the reader of gpsd's JSON.
struct ControllerContestant: Contestant {
    static let name = "whereismy"

    private let feed = SimulatedGPSD()
    private var controller: LocationController

    init(device: String, at moment: Moment) {
        controller = LocationController(settings: TrackingSettings(), at: moment)
        _ = controller.handle(.receivers([device]), at: moment)
    }

    mutating func process(_ epoch: ScenarioEpoch) -> (verdict: EpochVerdict, reason: String) {
        var decision = Decision()
        for event in feed.events(of: epoch) {
            let next = controller.handle(event, at: epoch.moment)
            if case .fix = event { decision = next }
        }
        switch decision.verdict {
        // A held fix has no effect.
        case .accepted: return (decision.treatment?.kind == .held ? .none : .accepted, "")
        case .duplicate: return (.duplicate, "")
        case .rejected(let reason): return (.rejected, "\(reason)")
        case nil: return (.none, "")
        }
    }

    mutating func advance(to moment: Moment) {
        guard let deadline = controller.deadline, deadline <= moment.uptime else { return }
        _ = controller.advance(to: moment)
    }

    /// Returns the judgement of the positions.
    func integrity(at moment: Moment) -> Integrity { controller.report(at: moment).integrity }

    func displayedFix(at moment: Moment) -> DisplayedFix {
        let report = controller.report(at: moment)
        return DisplayedFix(
            state: report.state, coordinate: report.fix?.coordinate, radius: report.fix?.horizontalAccuracy?.radius,
            motion: report.motion, odometer: report.odometer, timestamp: report.fix?.timestamp)
    }
}

/// The way of an epoch into the daemon: printed as gpsd prints it, and read as the daemon reads it.
///
/// So nothing is handed over ready that a program has to find out, such as who estimated the radius.
final class SimulatedGPSD {
    private var feed = RecordingFeed()

    init() {
        feed.read(ScenarioEpoch.greeting) { _ in }
    }

    /// Returns what the daemon makes of an epoch.
    func events(of epoch: ScenarioEpoch) -> [ReceiverEvent] {
        var events: [ReceiverEvent] = []
        feed.read(epoch.gpsd) { events.append($0) }
        feed.flush { events.append($0) }
        return events
    }
}
