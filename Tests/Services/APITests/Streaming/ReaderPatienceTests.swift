import Location
import Testing

@testable import API

@Suite struct ReaderPatienceTests {
    @Test("who reads nothing is waited for half a minute, and for a minute in all")
    func nothing() {
        var patience = ReaderPatience()
        #expect(patience.remaining == .seconds(30))
        patience.note(wait: .seconds(29))
        patience.note(wait: .seconds(29))
        #expect(patience.remaining == .seconds(2))
        patience.note(wait: .seconds(2))
        #expect(patience.remaining == nil)
    }

    @Test("a few bytes now and then do not keep a thread, and a slow line is waited for as long as it takes")
    func drip() {
        var (dripping, slow) = (ReaderPatience(), ReaderPatience())
        for _ in 0..<6 {
            dripping.note(bytes: 1000)
            dripping.note(wait: .seconds(20))
        }
        #expect(dripping.remaining == nil)
        for _ in 0..<1000 {
            slow.note(bytes: 65_536)
            slow.note(wait: .seconds(10))
        }
        #expect(slow.remaining == .seconds(30))
    }
}
