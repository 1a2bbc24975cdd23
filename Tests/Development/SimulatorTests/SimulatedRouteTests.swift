import Basics
import Location
import Simulator
import Testing

struct SimulatedRouteTests {
    private let origin = Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388)

    private func route(_ steps: [SimulatedRoute.Step], speed: Double = 2) -> SimulatedRoute {
        SimulatedRoute(origin: origin, altitude: 45, speed: speed, steps: steps)
    }

    @Test("walks, pauses and turns")
    func steps() {
        let route = route([.walk(distance: 100, course: 90), .pause(.seconds(10)), .walk(distance: 50, course: 0)])
        let walking = route.truth(after: .seconds(25))
        #expect(abs(walking.coordinate.distance(to: origin.moved(north: 0, east: 50))) < 0.001)
        #expect(walking.speed == 2 && walking.course == 90 && walking.altitude == 45)
        let paused = route.truth(after: .seconds(55))
        #expect(abs(paused.coordinate.distance(to: origin.moved(north: 0, east: 100))) < 0.001)
        #expect(paused.speed == 0 && paused.course == 90)
        #expect(route.truth(after: .seconds(70)).course == 0)
    }

    @Test("returns straight to its origin and repeats")
    func closes() {
        let route = route([.walk(distance: 30, course: 0), .walk(distance: 40, course: 90)])
        #expect(abs(route.duration.inSeconds - 60) < 1e-6)
        #expect(abs(route.truth(after: .seconds(50)).course - 233.130) < 0.001)
        #expect(route.truth(after: route.duration).coordinate == origin)
        #expect(route.truth(after: route.duration * 1_000_000 + .seconds(5)) == route.truth(after: .seconds(5)))
        #expect(
            route.truth(after: .seconds(-55)).coordinate.distance(to: route.truth(after: .seconds(5)).coordinate)
                < 0.001)
    }

    @Test(
        "stands still at its origin without a valid step",
        arguments: [
            [], [SimulatedRoute.Step.walk(distance: .nan, course: 0)], [.walk(distance: 5, course: .infinity)],
            [.walk(distance: -1, course: 0), .pause(.zero)], [.walk(distance: 1e12, course: 0)],
        ])
    func standsStill(steps: [SimulatedRoute.Step]) {
        for elapsed in [Duration.zero, .seconds(1), .seconds(Int64.max), .seconds(Int64.min)] {
            #expect(route(steps).truth(after: elapsed).coordinate == origin)
            #expect(route(steps).truth(after: elapsed).speed == 0)
        }
    }

    @Test("clamps the speed to its range", arguments: [(Double.nan, 0.1), (-1, 0.1), (.infinity, 1000)])
    func speed(given: Double, taken: Double) {
        #expect(route([.walk(distance: 100, course: 0)], speed: given).truth(after: .zero).speed == taken)
    }

    @Test("the walk through Melbourne takes a quarter of an hour without a jump, near the original's position")
    func melbourne() {
        let route = SimulatedRoute.melbourne
        #expect((14.0...18).contains(route.duration.inSeconds / 60))
        #expect(route.truth(after: .zero).coordinate == origin)
        var previous = route.truth(after: .zero)
        for second in 1...Int(route.duration.inSeconds) + 60 {
            let truth = route.truth(after: .seconds(second))
            #expect(truth.coordinate.distance(to: previous.coordinate) < 1.41)
            #expect(truth.coordinate.distance(to: origin) < 600)
            previous = truth
        }
    }
}
