import Basics
import Location
import Places
import Simulator
import Tracking

/// What a watch of a thousand places costs a fix, over the fixes that the controller shows of scenarios.
struct PlaceCost {
    private static let names = ["parked", "city", "road-5hz", "motorway"]
    private static let rounds = 5
    private static let places = 1000
    /// Metres from the begin, north, south, east and west, that the places are scattered over: a region, and a village.
    private static let extents = [("region", 30_000.0), ("village", 1000.0)]

    private struct Step {
        let fix: Fix
        let state: TrackingState
        let moment: Moment
    }

    /// A line a scenario and extent: their names, and nanoseconds a fix, the least of some rounds.
    static var lines: [String] {
        names.compactMap(Scenario.named).flatMap { scenario in
            let shown = shown(scenario)
            return extents.map { name, extent in
                let places = scattered(around: shown.first?.fix.coordinate, within: extent)
                let least = (0..<rounds).map { _ in time(shown, places) }.min() ?? .zero
                let nanoseconds = least.inSeconds * 1e9 / Double(max(1, shown.count))
                return "\(scenario.name)-\(name) \(Text.number(nanoseconds, 0))"
            }
        }
    }

    private static func shown(_ scenario: Scenario) -> [Step] {
        var controller: LocationController?
        return scenario.run(seed: 1).compactMap { epoch in
            var now = controller ?? LocationController(settings: TrackingSettings(), at: epoch.moment)
            defer { controller = now }
            guard let fix = epoch.fix, now.handle(.fix(fix), at: epoch.moment).changesReport else { return nil }
            let report = now.report(at: epoch.moment)
            return report.fix.map { Step(fix: $0, state: report.state, moment: epoch.moment) }
        }
    }

    /// Nine circles, and a polygon of twelve corners, in turn.
    private static func scattered(around centre: Coordinate?, within extent: Double) -> [Place] {
        guard let centre else { return [] }
        var generator = SeededGenerator(seed: 1)
        return (0..<places).compactMap { number in
            let spot = centre.moved(
                north: .random(in: -extent...extent, using: &generator),
                east: .random(in: -extent...extent, using: &generator))
            let radius = Double.random(in: 30...300, using: &generator)
            let shape =
                number % 10 == 9 ? star(spot, radius) : PlaceCircle(centre: spot, radius: radius).map(PlaceShape.circle)
            guard let name = PlaceName("place \(number)"), let shape else { return nil }
            return Place(name: name, shape: shape)
        }
    }

    private static func star(_ centre: Coordinate, _ radius: Double) -> PlaceShape? {
        let map = LocalFrame(origin: centre)
        let corners = (0..<12).map { corner in
            let length = corner.isMultiple(of: 2) ? radius : radius / 2
            let vector = map.velocity(speed: length, course: Double(corner) * 30, at: map.projection(of: centre))
            return map.coordinate(of: vector)
        }
        return (try? PlacePolygon(rings: [corners])).map(PlaceShape.polygon)
    }

    private static func time(_ shown: [Step], _ places: [Place]) -> Duration {
        var watch = GeofenceMonitor(places)
        var events = 0
        let time = ContinuousClock().measure {
            for step in shown { events += watch.handle(step.fix, state: step.state, at: step.moment).count }
        }
        return events < 0 ? .zero : time
    }
}
