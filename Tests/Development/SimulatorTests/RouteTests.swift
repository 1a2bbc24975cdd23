import Basics
import Location
import Simulator
import Testing

struct RouteTests {
    private let origin = Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388)

    private func route(_ steps: [Route.Step], speed: Double = 2) -> Route {
        Route(origin: origin, altitude: 45, speed: speed, steps: steps)
    }

    @Test("walks, stands still, and turns")
    func steps() {
        let route = route([.walk(distance: 100, course: 90), .pause(.seconds(10)), .walk(distance: 50, course: 0)])
        let walking = route.at(.seconds(25))
        #expect(abs(walking.coordinate.distance(to: origin.moved(north: 0, east: 50))) < 0.001)
        #expect(walking.speed == 2 && walking.course == 90 && walking.altitude == 45)
        let standing = route.at(.seconds(55))
        #expect(abs(standing.coordinate.distance(to: origin.moved(north: 0, east: 100))) < 0.001)
        #expect(standing.speed == 0 && standing.course == 90)
        #expect(route.at(.seconds(70)).course == 0)
    }

    @Test("goes straight back to its origin, and begins again")
    func closes() {
        let route = route([.walk(distance: 30, course: 0), .walk(distance: 40, course: 90)])
        #expect(abs(route.duration.inSeconds - 60) < 1e-6)
        #expect(abs(route.at(.seconds(50)).course - 233.130) < 0.001)
        #expect(route.at(route.duration).coordinate == origin)
        #expect(route.at(route.duration * 1_000_000 + .seconds(5)) == route.at(.seconds(5)))
        #expect(route.at(.seconds(-55)).coordinate.distance(to: route.at(.seconds(5)).coordinate) < 0.001)
    }

    @Test(
        "without a step that can be walked it stands still at its origin",
        arguments: [
            [], [Route.Step.walk(distance: .nan, course: 0)], [.walk(distance: 5, course: .infinity)],
            [.walk(distance: -1, course: 0), .pause(.zero)], [.walk(distance: 1e12, course: 0)],
        ])
    func standsStill(steps: [Route.Step]) {
        for elapsed in [Duration.zero, .seconds(1), .seconds(Int64.max), .seconds(Int64.min)] {
            #expect(route(steps).at(elapsed).coordinate == origin)
            #expect(route(steps).at(elapsed).speed == 0)
        }
    }

    @Test("a speed out of range is brought into it", arguments: [(Double.nan, 0.1), (-1, 0.1), (.infinity, 1000)])
    func speed(given: Double, taken: Double) {
        #expect(route([.walk(distance: 100, course: 0)], speed: given).at(.zero).speed == taken)
    }

    @Test("the walk through Melbourne takes a quarter of an hour, without a jump, near the original's position")
    func melbourne() {
        let route = Route.melbourne
        #expect((14.0...18).contains(route.duration.inSeconds / 60))
        #expect(route.at(.zero).coordinate == origin)
        var previous = route.at(.zero)
        for second in 1...Int(route.duration.inSeconds) + 60 {
            let truth = route.at(.seconds(second))
            #expect(truth.coordinate.distance(to: previous.coordinate) < 1.41)
            #expect(truth.coordinate.distance(to: origin) < 600)
            previous = truth
        }
    }
}
