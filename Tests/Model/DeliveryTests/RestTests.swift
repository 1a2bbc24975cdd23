import Basics
import Location
import Testing

@testable import Delivery

/// Live reports of a machine at rest.
struct RestTests {
    private func point(_ second: Int, _ motion: Motion, longitude: Double = 8) throws -> TrackPoint {
        var fix = Fix(device: "a", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: Int64(second) * 1000)
        fix.coordinate = Coordinate(latitude: 47, longitude: longitude)
        return try #require(TrackPoint(fix, motion: motion))
    }

    private func bench(rest: Duration?, sendsHistory: Bool = false) -> Bench {
        var rules = DeliveryRules()
        (rules.restInterval, rules.sendsHistory) = (rest, sendsHistory)
        return Bench(rules)
    }

    @Test("at rest a report is sent each minute, in motion each second", arguments: [(60, 16), (nil, 300), (10, 39)])
    func minutes(rest: Int?, expected: Int) throws {
        var bench = bench(rest: rest.map { .seconds($0) })
        for second in 0..<300 {
            bench.uptime = .seconds(second)
            let motion: Motion = (100..<110).contains(second) ? .moving : .stationary
            _ = bench.destination.offer(try point(second, motion))
            #expect(bench.run().isEmpty)
        }
        // With a minute: at 0 and 60, ten in motion, at 110, 170, 230 and 290.
        #expect(bench.liveCount == expected)
    }

    @Test("a report that could not be sent is sent later, and another place or an unknown motion at once")
    func exceptions() throws {
        var bench = bench(rest: .seconds(60))
        _ = bench.destination.offer(try point(0, .stationary))
        bench.send()
        let failed = bench.unanswered.removeFirst()
        _ = bench.answer(failed, .failed("500", retryAfter: nil))
        bench.uptime = .seconds(2)
        let isRepeated = bench.destination.offer(try point(2, .stationary))
        #expect(!isRepeated)
        _ = bench.run()
        #expect(bench.liveCount == 1)
        bench.uptime = .seconds(4)
        for (second, motion, longitude) in [(4, .stationary, 8.001), (6, .unknown, 8.001)] as [(Int, Motion, Double)] {
            let isTaken = bench.destination.offer(try point(second, motion, longitude: longitude))
            #expect(isTaken)
            _ = bench.run()
            bench.uptime += .seconds(2)
        }
        #expect(bench.liveCount == 3)
    }

    @Test("a fix at rest from the history counts, so that both are the same from then on, and none is lost")
    func history() throws {
        var bench = bench(rest: .seconds(60), sendsHistory: true)
        for second in 0...130 {
            bench.uptime = .seconds(second)
            _ = bench.destination.offer(try point(second, .stationary))
            _ = bench.run()
            guard [5, 65, 125].contains(second) else { continue }
            bench.history.append(try point(second, .stationary))
            bench.change()
            _ = bench.run()
        }
        #expect(bench.received == [5] && bench.liveCount == 3)
    }
}
