import Basics
import Location
import Places
import Simulator
import Tracking

/// The cost of a thousand places per fix, with the fixes that the controller displays in scenarios.
enum GeofenceBenchmark {
    private static let names = ["parked", "city", "road-5hz", "motorway"]
    private static let rounds = 5
    private static let places = 1000
    /// Metres from the start to each side of the square in which the places are scattered: a region, and a village.
    private static let extents = [("region", 30_000.0), ("village", 1000.0)]

    private struct Step {
        let fix: Fix
        let state: TrackingState
        let moment: Moment
    }

    /// A line per scenario and extent: their names, and nanoseconds per fix, the minimum of the rounds.
    static var lines: [String] {
        names.compactMap(Scenario.named).flatMap { scenario in
            let steps = steps(of: scenario)
            return extents.map { name, extent in
                let places = scattered(around: steps.first?.fix.coordinate, within: extent)
                let minimum = (0..<rounds).map { _ in time(steps, places) }.min() ?? .zero
                let nanoseconds = minimum.inSeconds * 1e9 / Double(max(1, steps.count))
                return "\(scenario.name)-\(name) \(TextFormat.number(nanoseconds, 0))"
            }
        }
    }

    private static func steps(of scenario: Scenario) -> [Step] {
        var controller: LocationController?
        return scenario.run(seed: 1).compactMap { epoch in
            var now = controller ?? LocationController(settings: TrackingSettings(), at: epoch.moment)
            defer { controller = now }
            guard let fix = epoch.fix, now.handle(.fix(fix), at: epoch.moment).changesReport else { return nil }
            let report = now.report(at: epoch.moment)
            return report.fix.map { Step(fix: $0, state: report.state, moment: epoch.moment) }
        }
    }

    /// Returns places of which every tenth is a polygon of twelve corners and the others are circles.
    private static func scattered(around centre: Coordinate?, within extent: Double) -> [Place] {
        guard let centre else { return [] }
        var generator = SeededGenerator(seed: 1)
        return (0..<places).compactMap { number in
            let position = centre.moved(
                north: .random(in: -extent...extent, using: &generator),
                east: .random(in: -extent...extent, using: &generator))
            let radius = Double.random(in: 30...300, using: &generator)
            let shape =
                number % 10 == 9
                ? star(position, radius) : PlaceCircle(centre: position, radius: radius).map(PlaceShape.circle)
            guard let name = PlaceName("place \(number)"), let shape else { return nil }
            return Place(name: name, shape: shape)
        }
    }

    private static func star(_ centre: Coordinate, _ radius: Double) -> PlaceShape? {
        let frame = LocalFrame(origin: centre)
        let corners = (0..<12).map { corner in
            let length = corner.isMultiple(of: 2) ? radius : radius / 2
            let vector = frame.velocity(speed: length, course: Double(corner) * 30, at: frame.projection(of: centre))
            return frame.coordinate(of: vector)
        }
        return (try? PlacePolygon(rings: [corners])).map(PlaceShape.polygon)
    }

    private static func time(_ steps: [Step], _ places: [Place]) -> Duration {
        var monitor = GeofenceMonitor(places)
        var events = 0
        let time = ContinuousClock().measure {
            for step in steps { events += monitor.handle(step.fix, state: step.state, at: step.moment).count }
        }
        return events < 0 ? .zero : time
    }
}
