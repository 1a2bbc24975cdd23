import Basics
import Location
import Places
import Simulator
import Tracking

/// Holds what a watch behind the controller tells against the truth.
struct FenceExaminer {
    private var controller: LocationController
    private var watch: GeofenceMonitor
    private var truths: [FenceTruth]
    private var indices: [PlaceName: Int]
    private let device: String
    /// Since when positions come and the state is live; nil while they do not.
    private var knownSince: Duration?

    /// Runs a scenario through; nil where it has no epochs.
    static func run(_ scenario: Scenario, seed: UInt64) -> FenceScore? {
        var examiner: FenceExaminer?
        for epoch in scenario.run(seed: seed) {
            var now = examiner ?? FenceExaminer(FenceCourse(scenario, seed: seed).places, from: epoch)
            now.take(epoch)
            examiner = now
        }
        return examiner?.score
    }

    private init(_ places: [Place], from epoch: ScenarioEpoch) {
        device = epoch.fix?.device ?? "/dev/ttyACM0"
        controller = LocationController(settings: TrackingSettings(), at: epoch.moment)
        _ = controller.handle(.receivers([device]), at: epoch.moment)
        watch = GeofenceMonitor(places)
        truths = places.map(FenceTruth.init)
        indices = Dictionary(places.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    private var score: FenceScore {
        truths.reduce(into: FenceScore()) { $0.add($1.score) }
    }

    private mutating func take(_ epoch: ScenarioEpoch) {
        let now = epoch.moment
        if let deadline = controller.deadline, deadline <= now.uptime { _ = controller.advance(to: now) }
        if let satellites = epoch.satellites {
            _ = controller.handle(.satellites(satellites, device: device), at: now)
        }
        if let fix = epoch.fix { _ = controller.handle(.fix(fix), at: now) }
        let report = controller.report(at: now)
        let isKnown = report.state == .live && epoch.measured != nil
        knownSince = isKnown ? knownSince ?? now.uptime : nil
        for index in truths.indices { truths[index].move(to: epoch.truth.coordinate, at: now.uptime) }
        let since = knownSince ?? now.uptime
        for event in watch.handle(report.fix, state: report.state, at: now) {
            guard let index = indices[event.place.name] else { continue }
            truths[index].hear(event, at: now.uptime, knownSince: since)
        }
        let radius = report.fix?.horizontalAccuracy?.radius ?? .infinity
        for index in truths.indices { truths[index].judge(at: now.uptime, knownSince: since, radius: radius) }
    }
}
