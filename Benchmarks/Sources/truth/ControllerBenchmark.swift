import Basics
import Glibc
import Location
import Simulator
import Tracking

/// The cost of the controller per epoch, with the epochs of scenarios in memory.
enum ControllerBenchmark {
    private static let names = ["parked", "city", "road-5hz", "motorway"]
    private static let rounds = 5

    /// A line per scenario: its name, and nanoseconds per epoch, the minimum of the rounds.
    static var lines: [String] {
        names.compactMap(Scenario.named).map { scenario in
            let epochs = Array(scenario.run(seed: 1))
            let minimum = (0..<rounds).map { _ in time(epochs) }.min() ?? .zero
            return "\(scenario.name) \(TextFormat.number(minimum.inSeconds * 1e9 / Double(max(1, epochs.count)), 0))"
        }
    }

    private static func time(_ epochs: [ScenarioEpoch]) -> Duration {
        guard let first = epochs.first else { return .zero }
        var controller = LocationController(settings: TrackingSettings(), at: first.moment)
        // CPU time in microseconds, which other load on the machine affects less than the time that passes.
        let start = clock()
        for epoch in epochs {
            if let satellites = epoch.satellites {
                let device = epoch.fix?.device ?? ""
                _ = controller.handle(.satellites(satellites, device: device), at: epoch.moment)
            }
            if let fix = epoch.fix { _ = controller.handle(.fix(fix), at: epoch.moment) }
        }
        return .microseconds(clock() - start)
    }
}
