import Basics
import Location
import Simulator
import Tracking

/// What the controller costs an epoch, over the epochs of scenarios held in memory; the bench's own work apart.
struct Cost {
    private static let names = ["parked", "city", "road-5hz", "motorway"]
    private static let rounds = 5

    /// A line a scenario: its name, and nanoseconds an epoch, the least of some rounds.
    static var lines: [String] {
        names.compactMap(Scenario.named).map { scenario in
            let epochs = Array(scenario.run(seed: 1))
            let least = (0..<rounds).map { _ in time(epochs) }.min() ?? .zero
            return "\(scenario.name) \(Text.number(least.inSeconds * 1e9 / Double(max(1, epochs.count)), 0))"
        }
    }

    private static func time(_ epochs: [ScenarioEpoch]) -> Duration {
        guard let first = epochs.first else { return .zero }
        var controller = LocationController(settings: TrackingSettings(), at: first.moment)
        return ContinuousClock().measure {
            for epoch in epochs {
                if let satellites = epoch.satellites {
                    let device = epoch.fix?.device ?? ""
                    _ = controller.handle(.satellites(satellites, device: device), at: epoch.moment)
                }
                if let fix = epoch.fix { _ = controller.handle(.fix(fix), at: epoch.moment) }
            }
        }
    }
}
