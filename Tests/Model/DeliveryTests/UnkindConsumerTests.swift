import Basics
import Location
import Testing

@testable import Delivery

/// Consumers of which many answers are failures.
struct UnkindConsumerTests {
    /// A fix a second for a minute, of which each commit has ten, while 45 of 100 answers are failures.
    ///
    /// Returns the time from then until all have arrived at a consumer that takes everything.
    private func rest(seed: UInt64) -> Duration {
        var rules = DeliveryRules()
        rules.batch = 200
        var bench = Bench(rules)
        var state = seed
        func isFailure() -> Bool {
            // Knuth's multiplier (MMIX).
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % 100 < 45
        }
        for tenth in 0..<600 {
            bench.uptime = .milliseconds(100 * tenth)
            if tenth % 10 == 0 { _ = bench.destination.offer(Bench.point(tenth / 10)) }
            if tenth % 100 == 99 { bench.commit((tenth / 100 * 10)..<(tenth / 100 * 10 + 10)) }
            _ = bench.run { _ in isFailure() ? .failed("answered 500", retryAfter: nil) : .accepted }
        }
        while !bench.destination.isCaughtUp, bench.uptime < .seconds(600) {
            bench.uptime += .milliseconds(100)
            _ = bench.run()
        }
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(59)))
        return bench.uptime - .seconds(60)
    }

    @Test("the last fixes arrive within 10 s once the network answers")
    func arrival() throws {
        let rests = (0..<400).map { rest(seed: $0) }
        #expect(try #require(rests.max()) < .seconds(10))
    }

    @Test("after an outage the next attempt comes within a sixth of its time, and at most the longest delay")
    func outage() {
        var timer = RetryTimer(minDelay: .seconds(1), maxDelay: .seconds(300))
        _ = timer.recordSuccess(at: .seconds(1000))
        var (now, delays) = (Duration.seconds(1000), [Duration]())
        while now < .seconds(5000) {
            _ = timer.recordFailure("refused", at: now, jitter: 1)
            delays.append(timer.notBefore - now)
            let limit = max(.seconds(1), (now - .seconds(1000)) / 6)
            #expect(delays[delays.count - 1] <= limit + .milliseconds(1))
            now = timer.notBefore
        }
        #expect(delays.first == .seconds(1) && delays.last == .seconds(300) && delays.count < 60)
    }
}
