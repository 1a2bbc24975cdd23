import Basics
import Location
import Testing

@testable import API

@Suite struct EventRingTests {
    /// A report that changes with each event.
    private func event(_ number: Int) -> [UInt8] {
        let text = """
            id: r-\(number)
            data: {"state":"live","since":"2026-01-01T00:00:00.000Z","sequence":\(number),"age":0.0,"fix":{"timestamp":\
            "2026-01-01T00:06:52.\(number % 1000)Z","mode":"3d","latitude":-37.80\(number &* 7919 % 99991),"longitude":144.96\
            \(number &* 104_729 % 99991),"altitude":45.\(number % 7),"horizontalAccuracy":5.\(number % 10),"speed":3.\
            \(number % 9),"course":90.0,"device":"/dev/ttyUSB0","source":"receiver"},"motion":"moving","odometer":\(number)}

            """
        return Array(text.utf8)
    }

    private func all(_ ring: EventRing, from number: UInt64) -> [UInt8] {
        var (bytes, next): ([UInt8], UInt64) = ([], number)
        while let events = ring.events(from: next) {
            bytes += events.bytes
            next = events.next
        }
        return next == ring.newest + 1 ? bytes : []
    }

    @Test("events are retained for ten minutes")
    func span() {
        var ring = EventRing()
        for second in 1...700 { ring.append(event(second), at: .seconds(second)) }
        #expect(ring.newest == 700)
        #expect((100 - EventRing.batchSize...100).contains(Int(ring.oldest)))
        #expect(ring.events(from: ring.oldest - 1) == nil)
        #expect(ring.events(from: 701) == nil)
    }

    @Test("all events are replayed unchanged from any number", arguments: [1, 2, 64, 65, 100, 128, 200, 299, 300])
    func replay(number: Int) {
        var ring = EventRing()
        for second in 1...300 { ring.append(event(second), at: .seconds(second)) }
        #expect(all(ring, from: UInt64(number)) == (number...300).flatMap(event))
    }

    @Test("ten minutes of ten events a second fit into the limit")
    func fast() {
        var ring = EventRing()
        for number in 1...20_000 { ring.append(event(number), at: .milliseconds(number * 100)) }
        #expect(ring.oldest <= 14_000)
        #expect(ring.byteCount <= EventRing.maxBytes / 2)
        #expect(all(ring, from: 19_000) == (19_000...20_000).flatMap(event))
    }

    @Test("a flood of long events stays within the limit and retains the newest")
    func size() {
        var ring = EventRing()
        let long = [UInt8](repeating: 7, count: EventRing.maxBytes / 4)
        for _ in 1...100 { ring.append(long, at: .seconds(1)) }
        #expect(ring.newest - ring.oldest + 1 == 4)
        #expect(ring.byteCount <= EventRing.maxBytes)
        ring.append([UInt8](repeating: 8, count: EventRing.maxBytes * 2), at: .seconds(1))
        #expect(ring.oldest == ring.newest)
        #expect(ring.events(from: ring.newest)?.bytes.first == 8)
    }

    @Test("after a long pause only the newest event remains")
    func pause() {
        var ring = EventRing()
        for second in 1...100 { ring.append(event(second), at: .seconds(second)) }
        ring.append(event(101), at: .seconds(5000))
        #expect(ring.oldest == 101)
    }
}
