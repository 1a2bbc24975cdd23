import Basics
import Location
import Places
import Simulator
import Tracking

/// Compares the transitions that a geofence monitor reports, with the controller in between, with the truth.
struct GeofenceExaminer {
    private let feed = SimulatedGPSD()
    private var controller: LocationController
    private var monitor: GeofenceMonitor
    private var truths: [GeofenceTruth]
    private var indices: [PlaceName: Int]
    /// The start of the current period of live positions; nil outside of such a period.
    private var knownSince: Duration?

    /// Runs a scenario; returns nil if it has no epochs.
    static func run(_ scenario: Scenario, seed: UInt64) -> GeofenceScore? {
        var examiner: GeofenceExaminer?
        for epoch in scenario.run(seed: seed, isQuiet: true) {
            var now = examiner ?? GeofenceExaminer(GeofenceCourse(scenario, seed: seed).places, from: epoch)
            now.process(epoch)
            examiner = now
        }
        return examiner?.score
    }

    private init(_ places: [Place], from epoch: ScenarioEpoch) {
        let device = epoch.fix?.device ?? "/dev/ttyACM0"
        controller = LocationController(settings: TrackingSettings(), at: epoch.moment)
        _ = controller.handle(.receivers([device]), at: epoch.moment)
        monitor = GeofenceMonitor(places)
        truths = places.map(GeofenceTruth.init)
        indices = Dictionary(places.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    private var score: GeofenceScore {
        truths.reduce(into: GeofenceScore()) { $0.add($1.score) }
    }

    private mutating func process(_ epoch: ScenarioEpoch) {
        let now = epoch.moment
        if let deadline = controller.deadline, deadline <= now.uptime { _ = controller.advance(to: now) }
        for event in feed.events(of: epoch) { _ = controller.handle(event, at: now) }
        let report = controller.report(at: now)
        let isKnown = report.state == .live && epoch.measured != nil
        knownSince = isKnown ? knownSince ?? now.uptime : nil
        for index in truths.indices { truths[index].move(to: epoch.truth.coordinate, at: now.uptime) }
        let since = knownSince ?? now.uptime
        for event in monitor.handle(report.fix, state: report.state, at: now) {
            guard let index = indices[event.place.name] else { continue }
            truths[index].record(event, at: now.uptime, knownSince: since)
        }
        let radius = report.fix?.horizontalAccuracy?.radius ?? .infinity
        for index in truths.indices { truths[index].evaluate(at: now.uptime, knownSince: since, radius: radius) }
    }
}
