import Location
import Testing

@testable import Web

@Suite struct StallTimeoutTests {
    @Test("a stalled reader gets half a minute, and a minute in total")
    func nothing() {
        var timeout = StallTimeout()
        #expect(timeout.remaining == .seconds(30))
        timeout.record(wait: .seconds(29))
        timeout.record(wait: .seconds(29))
        #expect(timeout.remaining == .seconds(2))
        timeout.record(wait: .seconds(2))
        #expect(timeout.remaining == nil)
    }

    @Test("a trickle of bytes does not hold a thread, and a slow line gets the time it needs")
    func drip() {
        var (dripping, slow) = (StallTimeout(), StallTimeout())
        for _ in 0..<6 {
            dripping.record(bytes: 1000)
            dripping.record(wait: .seconds(20))
        }
        #expect(dripping.remaining == nil)
        for _ in 0..<1000 {
            slow.record(bytes: 65_536)
            slow.record(wait: .seconds(10))
        }
        #expect(slow.remaining == .seconds(30))
    }
}
