import Location
import Testing

@testable import API

@Suite struct StallTimeoutTests {
    @Test("who reads nothing is waited for half a minute, and for a minute in all")
    func nothing() {
        var patience = StallTimeout()
        #expect(patience.remaining == .seconds(30))
        patience.record(wait: .seconds(29))
        patience.record(wait: .seconds(29))
        #expect(patience.remaining == .seconds(2))
        patience.record(wait: .seconds(2))
        #expect(patience.remaining == nil)
    }

    @Test("a few bytes now and then do not keep a thread, and a slow line is waited for as long as it takes")
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
