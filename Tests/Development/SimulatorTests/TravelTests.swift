import Location
import Testing

@testable import Simulator

/// The position of a vehicle must follow from its speed.
struct TravelTests {
    private static let journeys = [
        "anchor", "walk", "queue", "city", "road", "motorway", "train", "antimeridian", "pole", "relocation", "ferry",
    ]

    /// Returns pairs of consecutive truths, without relocations.
    private func steps(_ name: String, rate: Double) throws -> [(from: GroundTruth, to: GroundTruth)] {
        let truths = Array(try #require(Scenario.named(name)).run(seed: 2, rate: rate)).map(\.truth)
        return zip(truths, truths.dropFirst()).map { (from: $0, to: $1) }.filter { from, to in
            to.distance > from.distance || (from.speed == 0 && to.speed == 0)
        }
    }

    /// Returns the error of the trapezoid rule for each step.
    private func misses(_ name: String, rate: Double) throws -> [Double] {
        try steps(name, rate: rate).map { from, to in
            (from.speed + to.speed) / 2 / rate - (to.distance - from.distance)
        }
    }

    @Test("the distance is the integral of the speed, in each tenth of a second and in all", arguments: journeys)
    func distance(name: String) throws {
        let misses = try misses(name, rate: 10)
        // The error of the trapezoid rule is an eighth of the change of acceleration within the tick, times its square.
        #expect(misses.allSatisfy { abs($0) < 0.008 }, "\(misses.map(abs).max() ?? 0) m")
        #expect(abs(misses.reduce(0, +)) < 0.3)
    }

    @Test(
        "speed changes smoothly enough for one epoch a second",
        arguments: ["motorway", "train", "pole"])
    func smooth(name: String) throws {
        let displacement = try #require(try steps(name, rate: 1).last).to.distance
        #expect(abs(try misses(name, rate: 1).reduce(0, +)) < 3e-5 * displacement)
    }

    @Test("the position follows the velocity, also past the pole", arguments: journeys)
    func place(name: String) throws {
        let misses = try steps(name, rate: 10).map { from, to in
            let (velocity, displacement) = (
                try mean(velocity(from), velocity(to)), try displacement(from.coordinate, to.coordinate)
            )
            return try #require(
                ECEFVector(
                    x: displacement.x - velocity.x * 0.1, y: displacement.y - velocity.y * 0.1,
                    z: displacement.z - velocity.z * 0.1)
            ).length
        }
        #expect(misses.allSatisfy { $0 < 0.03 }, "\(misses.max() ?? 0) m")
    }

    private func velocity(_ truth: GroundTruth) throws -> ECEFVector {
        try #require(ECEFVector(north: truth.velocity.north, east: truth.velocity.east, at: truth.coordinate))
    }

    private func mean(_ one: ECEFVector, _ other: ECEFVector) throws -> ECEFVector {
        try #require(ECEFVector(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, z: (one.z + other.z) / 2))
    }

    private func displacement(_ from: Coordinate, _ to: Coordinate) throws -> ECEFVector {
        let (start, end) = (
            try #require(ECEFVector(from, height: 0)), try #require(ECEFVector(to, height: 0))
        )
        return try #require(ECEFVector(x: end.x - start.x, y: end.y - start.y, z: end.z - start.z))
    }
}
