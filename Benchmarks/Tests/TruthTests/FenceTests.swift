import Basics
import Location
import Places
import Simulator
import Testing

@testable import truth

/// Fences laid across the journeys, with the controller in between; `truth --fences` does it for all of them.
struct FenceTests {
    @Test(
        "parked or at anchor, between fences near and far, nothing is told but where it is",
        arguments: ["parked-night", "parked-slow", "canyon", "anchor"])
    func standing(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let score = try #require(FenceExaminer.run(scenario, seed: 1))
        #expect(score.untrue == 0)
        #expect(score.late == 0)
        if name != "anchor" { #expect(score.told == 5) }
    }

    @Test(
        "each crossing is told within its dwell time and five seconds, and nothing else is",
        arguments: [
            "walk", "queue", "city", "city-slow", "city-nospeed", "city-teleports", "road", "motorway", "train",
            "antimeridian", "pole", "relocation", "ferry", "frozen", "speed-stuck", "adrift", "stroll-nospeed",
        ])
    func moving(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let score = try #require(FenceExaminer.run(scenario, seed: 1))
        #expect(score.untrue == 0)
        #expect(score.late == 0)
        #expect(score.told >= 8)
    }

    @Test("the examiner finds what is told too late, never, or wrongly")
    func examined() throws {
        let scenario = try #require(Scenario.named("parked"))
        let place = try #require(FenceCourse(scenario, seed: 1).places.first)
        let centre = try #require(scenario.run(seed: 1).first { _ in true }?.truth.coordinate)
        var fence = FenceTruth(place)
        let hear = { (fence: inout FenceTruth, kind: GeofenceTransition.Kind, second: Int) in
            let time = Timestamp(milliseconds: 0)
            let event = GeofenceTransition(kind, place, moment: time, since: time)
            fence.hear(event, at: .seconds(second), knownSince: .zero)
        }
        for second in 0..<60 {
            fence.move(to: centre.moved(north: second < 20 ? 500 : 0, east: 0), at: .seconds(second))
            if second == 10 { hear(&fence, .enter, second) }
            if second == 14 { hear(&fence, .leave, second) }
            fence.judge(at: .seconds(second), knownSince: .zero, radius: 5)
        }
        #expect(fence.score.untrue == 1)
        #expect(fence.score.late == 1)
        hear(&fence, .enter, 60)
        #expect(fence.score.longest == 30)
    }
}
