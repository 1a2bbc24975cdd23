import Testing

@testable import API

@Suite struct EventRingTests {
    @Test("events of ten minutes are kept, and older ones forgotten")
    func span() {
        var ring = EventRing()
        for second in 1...700 { ring.append([1], at: .seconds(second)) }
        #expect(ring.newest == 700)
        #expect(ring.oldest == 100)
        #expect(ring[99] == nil)
        #expect(ring[100] == [1])
        #expect(ring[701] == nil)
    }

    @Test("no flood of long events takes more memory than is granted, and the newest is there")
    func size() {
        var ring = EventRing()
        let long = [UInt8](repeating: 7, count: EventRing.mostBytes / 4)
        for _ in 1...100 { ring.append(long, at: .seconds(1)) }
        #expect(ring.newest - ring.oldest + 1 == 4)
        ring.append([UInt8](repeating: 8, count: EventRing.mostBytes * 2), at: .seconds(1))
        #expect(ring.oldest == ring.newest)
        #expect(ring[ring.newest]?.first == 8)
    }

    @Test("what is forgotten is in memory no more")
    func forgotten() {
        var ring = EventRing()
        for number in 1...20_000 {
            ring.append([UInt8](repeating: 7, count: 1000), at: .milliseconds(number * 100))
            #expect(ring.held.bytes <= EventRing.mostBytes)
            #expect(ring.held.places <= 2 * (EventRing.mostBytes / 1000) + 1)
        }
        #expect(ring.newest == 20_000)
        #expect(ring.held.bytes == EventRing.mostBytes / 1000 * 1000)
    }
}
