import Location
import Testing

@testable import Simulator

/// Near a pole north rotates within a few steps; errors and velocities must not.
struct PoleTests {
    /// 1 m/s past the pole at a distance of 5 m.
    private func pass(_ model: ReceiverModel) throws -> [ScenarioEpoch] {
        let begin = try #require(Coordinate(latitude: 90, longitude: 0)).moved(north: -5, east: 0)
        let stages = [Stage(.go(metres: 60, speed: 1, end: 1))]
        var vehicle = Vehicle.sled
        (vehicle.unsteadiness, vehicle.curvature) = (0, 0)
        let start = begin.moved(north: 0, east: -30)
        let journey = Journey(
            vehicle, latitude: start.latitude, longitude: start.longitude,
            course: try #require(start.bearing(to: begin))
        ) { _ in stages }
        let traveller = Traveller(journey, stages: stages, seed: 1)
        return Array(ScenarioRun(traveller, model, tenths: 10, seed: 1))
    }

    private func vector(_ from: Coordinate, _ to: Coordinate) throws -> ECEFVector {
        let (begin, end) = (try #require(ECEFVector(from, height: 0)), try #require(ECEFVector(to, height: 0)))
        return try #require(ECEFVector(x: end.x - begin.x, y: end.y - begin.y, z: end.z - begin.z))
    }

    /// A receiver without errors but for those given.
    private func receiver(white: Double = 0, slow: ReceiverModel.Wandering? = nil) -> ReceiverModel {
        var generator = SeededGenerator(seed: 1)
        var model = ReceiverModel(using: &generator)
        model.slow = slow ?? ReceiverModel.Wandering(deviation: 0, time: 60)
        model.fast.deviation = 0
        model.white = white
        (model.velocity, model.velocityDelay) = (0, 0)
        return model
    }

    @Test("the course is relative to north at the measured position")
    func course() throws {
        for epoch in try pass(receiver(white: 3)).dropFirst(3) {
            let fix = try #require(epoch.fix)
            let decoded = GroundTruth(
                coordinate: try #require(fix.coordinate), speed: try #require(fix.speed),
                course: try #require(fix.course), isMoving: true, distance: 0)
            let miss = try #require(velocity(decoded)).distance(to: try #require(velocity(epoch.truth)))
            #expect(miss < 0.002)
        }
    }

    private func velocity(_ truth: GroundTruth) -> ECEFVector? {
        ECEFVector(north: truth.velocity.north, east: truth.velocity.east, at: truth.coordinate)
    }

    @Test("a lasting error retains its direction over ground")
    func error() throws {
        let lasting = receiver(slow: ReceiverModel.Wandering(deviation: 3, time: 1e9))
        let offsets = try pass(lasting).map { try vector($0.truth.coordinate, try #require($0.measured)) }
        let first = try #require(offsets.first)
        #expect(first.length > 0.5)
        #expect(offsets.allSatisfy { $0.distance(to: first) < 0.02 * first.length })
    }
}
