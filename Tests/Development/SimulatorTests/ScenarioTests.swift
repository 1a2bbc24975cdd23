import Basics
import Location
import Simulator
import Testing

struct ScenarioTests {
    static let names = Scenario.all.map(\.name)

    private func scenario(_ name: String) throws -> Scenario { try #require(Scenario.named(name)) }

    @Test("every scenario has a unique name and a summary")
    func catalogue() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Self.names.count >= 30)
        #expect(Scenario.all.allSatisfy { !$0.summary.isEmpty && !$0.summary.contains("\n") })
        #expect(Scenario.named("nowhere") == nil)
    }

    @Test("journeys are deterministic for a seed and differ between seeds", arguments: names)
    func deterministic(name: String) throws {
        let scenario = try scenario(name)
        let prints = { (seed: UInt64) in scenario.run(seed: seed).prefix(150).map { $0.gpsd + $0.truthLine } }
        #expect(prints(4) == prints(4))
        #expect(prints(4) != prints(5))
    }

    @Test("epochs are in order, at the interval, with the receiver's delay", arguments: names)
    func order(name: String) throws {
        let scenario = try scenario(name)
        var earlier: ScenarioEpoch?
        for epoch in scenario.run(seed: 1).prefix(1200) {
            let delay = (epoch.moment.wallClock - epoch.time).inSeconds
            #expect((0...0.2).contains(delay))
            if let earlier {
                #expect(epoch.moment.uptime > earlier.moment.uptime)
                let step = (epoch.time - earlier.time).inSeconds
                #expect(step == (epoch.isDuplicate ? 0 : scenario.interval))
            }
            earlier = epoch
        }
        #expect(earlier != nil)
    }

    @Test("the truth never jumps, and its distance matches its path", arguments: names)
    func continuity(name: String) throws {
        let scenario = try scenario(name)
        var earlier: ScenarioEpoch?
        var faults: [String] = []
        for epoch in scenario.run(seed: 2).prefix(9000) {
            defer { earlier = epoch }
            guard let before = earlier, !epoch.isDuplicate else { continue }
            let step = before.truth.coordinate.distance(to: epoch.truth.coordinate)
            let travelled = epoch.truth.distance - before.truth.distance
            let isCarried = travelled == 0 && max(before.truth.speed, epoch.truth.speed) > 0.01
            let isSilent = before.fix?.coordinate == nil || epoch.fix?.coordinate == nil
            // The chord of a curve is shorter than its arc.
            let shortest = scenario.interval > 1 ? 0.4 * travelled : 0.9 * travelled - 0.1
            let isRight = isCarried ? isSilent : step <= travelled * 1.0001 + 1e-4 && step >= shortest
            if !isRight { faults.append("\(epoch.time.iso8601): \(step) m, distance \(travelled) m") }
            if travelled / scenario.interval > 75 { faults.append("\(epoch.time.iso8601): too fast") }
        }
        #expect(faults == [])
    }

    @Test("the journey is the same at any rate", arguments: ["city", "train", "pole"])
    func rate(name: String) throws {
        let scenario = try scenario(name)
        let slow = Array(scenario.run(seed: 3, rate: 1))
        let fast = Array(scenario.run(seed: 3, rate: 10))
        let second = try #require(slow.dropFirst(900).first)
        let same = try #require(fast.first { $0.time == second.time })
        #expect(abs(second.truth.distance - same.truth.distance) < 1e-6)
        #expect(second.truth.coordinate.distance(to: same.truth.coordinate) < 1)
    }

    @Test("journeys end where they should")
    func places() throws {
        let places = { (name: String) in try scenario(name).run(seed: 1).map(\.truth.coordinate) }
        let crossing = try places("antimeridian")
        #expect(crossing.contains { $0.longitude > 179.9 } && crossing.contains { $0.longitude < -179.9 })
        #expect(try places("pole").map(\.latitude).max() ?? 0 > 89.99)
        let moved = try places("relocation")
        let last = try #require(moved.last)
        #expect((70_000...90_000).contains(try #require(moved.first).distance(to: last)))
        let anchored = try places("anchor")
        let start = try #require(anchored.first)
        #expect((30...50.1).contains(anchored.map { start.distance(to: $0) }.max() ?? 0))
    }
}
