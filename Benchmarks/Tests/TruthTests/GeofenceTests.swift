import Basics
import Location
import Places
import Simulator
import Testing

@testable import truth

/// Places along the routes, with the controller in between; `truth --fences` tests all scenarios.
struct GeofenceTests {
    @Test(
        "parked or at anchor, only the first entering of a place is reported",
        arguments: ["parked-night", "parked-slow", "canyon", "anchor"])
    func atRest(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let score = try #require(GeofenceExaminer.run(scenario, seed: 1))
        #expect(score.untrue == 0)
        #expect(score.late == 0)
        // Between tall buildings, the radius hides on which side of a near boundary the machine is.
        if name != "anchor" { #expect(score.reported == 5 || name == "canyon" && score.reported == 4) }
    }

    @Test(
        "in motion, each crossing is reported within its dwell time and five seconds, and nothing else",
        arguments: [
            "walk", "queue", "city", "city-slow", "city-nospeed", "city-teleports", "road", "motorway", "train",
            "antimeridian", "pole", "relocation", "ferry", "frozen", "speed-stuck", "adrift", "stroll-nospeed",
        ])
    func moving(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let score = try #require(GeofenceExaminer.run(scenario, seed: 1))
        #expect(score.untrue == 0)
        #expect(score.late == 0)
        #expect(score.reported >= 8)
    }

    @Test("the examiner detects late, missing and untrue reports")
    func examiner() throws {
        let scenario = try #require(Scenario.named("parked"))
        let place = try #require(GeofenceCourse(scenario, seed: 1).places.first)
        let centre = try #require(scenario.run(seed: 1).first { _ in true }?.truth.coordinate)
        var truth = GeofenceTruth(place)
        let record = { (truth: inout GeofenceTruth, kind: GeofenceTransition.Kind, second: Int) in
            let time = Timestamp(milliseconds: 0)
            let event = GeofenceTransition(kind, place, moment: time, since: time)
            truth.record(event, at: .seconds(second), knownSince: .zero)
        }
        for second in 0..<60 {
            truth.move(to: centre.moved(north: second < 20 ? 500 : 0, east: 0), at: .seconds(second))
            if second == 10 { record(&truth, .enter, second) }
            if second == 14 { record(&truth, .leave, second) }
            truth.evaluate(at: .seconds(second), knownSince: .zero, radius: 5)
        }
        #expect(truth.score.untrue == 1)
        #expect(truth.score.late == 1)
        record(&truth, .enter, 60)
        #expect(truth.score.longest == 30)
    }
}
