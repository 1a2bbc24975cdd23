import Testing

@testable import API

@Suite struct EventCursorTests {
    private func ring(_ count: Int, every pause: Duration = .seconds(1)) -> EventRing {
        var ring = EventRing()
        for number in stride(from: 1, through: count, by: 1) {
            ring.append(Array("event \(number)\n".utf8), at: pause * number)
        }
        return ring
    }

    private func all(_ cursor: inout EventCursor, _ ring: EventRing, atMost limit: Int = 4096) -> [String] {
        var recorded: [String] = []
        while let bytes = cursor.read(ring, atMost: limit) { recorded.append(String(decoding: bytes, as: UTF8.self)) }
        return recorded
    }

    @Test("a new subscriber receives the newest event, then each later one")
    func newcomer() {
        var ring = ring(5)
        var cursor = EventCursor(ring)
        #expect(all(&cursor, ring) == ["event 5\n"])
        ring.append(Array("event 6\n".utf8), at: .seconds(6))
        #expect(all(&cursor, ring) == ["event 6\n"])
        #expect(cursor.read(ring, atMost: 10) == nil)
    }

    @Test("a reconnected subscriber receives all it has missed, however much")
    func comingBack() {
        let ring = ring(500)
        var cursor = EventCursor(ring, after: 100)
        #expect(all(&cursor, ring).joined() == (101...500).map { "event \($0)\n" }.joined())
    }

    @Test("a subscriber that reconnects too late receives the number of dropped events")
    func tooLate() {
        let ring = ring(1000)
        #expect(ring.oldest <= 400 && ring.oldest > 300)
        var cursor = EventCursor(ring, after: 10)
        let recorded = all(&cursor, ring)
        #expect(recorded.first == "event: missed\ndata: {\"missed\":\(ring.oldest - 11)}\n\n")
        #expect(recorded.dropFirst().joined() == (ring.oldest...1000).map { "event \($0)\n" }.joined())
    }

    @Test(
        "a subscriber that lags behind skips to the newest event and receives the number of missed ones")
    func slow() {
        var ring = ring(1)
        var cursor = EventCursor(ring)
        _ = all(&cursor, ring)
        for number in 2...100 { ring.append(Array("event \(number)\n".utf8), at: .seconds(number)) }
        #expect(all(&cursor, ring) == ["event: missed\ndata: {\"missed\":98}\n\n", "event 100\n"])
    }

    @Test("a small lag skips nothing")
    func aLittleBehind() {
        var ring = ring(1)
        var cursor = EventCursor(ring)
        _ = all(&cursor, ring)
        for number in 2...17 { ring.append(Array("event \(number)\n".utf8), at: .seconds(number)) }
        #expect(all(&cursor, ring) == (2...17).map { "event \($0)\n" })
    }

    @Test("an event longer than a chunk is split and stays complete")
    func pieces() {
        let ring = ring(1)
        var cursor = EventCursor(ring)
        #expect(all(&cursor, ring, atMost: 3) == ["eve", "nt ", "1\n"])
    }

    @Test("an identifier from the future, or of an empty ring, stays within bounds")
    func nonsense() {
        let ring = ring(3)
        var cursor = EventCursor(ring, after: .max)
        #expect(all(&cursor, ring) == [])
        var empty = EventCursor(EventRing())
        #expect(all(&empty, EventRing()) == [])
    }
}
