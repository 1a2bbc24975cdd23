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
        var told: [String] = []
        while let bytes = cursor.read(ring, atMost: limit) { told.append(String(decoding: bytes, as: UTF8.self)) }
        return told
    }

    @Test("a new client is told the newest event, then each that follows")
    func newcomer() {
        var ring = ring(5)
        var cursor = EventCursor(ring)
        #expect(all(&cursor, ring) == ["event 5\n"])
        ring.append(Array("event 6\n".utf8), at: .seconds(6))
        #expect(all(&cursor, ring) == ["event 6\n"])
        #expect(cursor.read(ring, atMost: 10) == nil)
    }

    @Test("a client that comes back is told all it has missed, however much that is")
    func comingBack() {
        let ring = ring(500)
        var cursor = EventCursor(ring, after: 100)
        #expect(all(&cursor, ring).joined() == (101...500).map { "event \($0)\n" }.joined())
    }

    @Test("a client that comes back too late is told how many are forgotten")
    func tooLate() {
        let ring = ring(1000)
        #expect(ring.oldest <= 400 && ring.oldest > 300)
        var cursor = EventCursor(ring, after: 10)
        let told = all(&cursor, ring)
        #expect(told.first == "event: missed\ndata: {\"missed\":\(ring.oldest - 11)}\n\n")
        #expect(told.dropFirst().joined() == (ring.oldest...1000).map { "event \($0)\n" }.joined())
    }

    @Test(
        "a client that falls behind while it is connected is taken on to the newest event, and told how many it missed")
    func slow() {
        var ring = ring(1)
        var cursor = EventCursor(ring)
        _ = all(&cursor, ring)
        for number in 2...100 { ring.append(Array("event \(number)\n".utf8), at: .seconds(number)) }
        #expect(all(&cursor, ring) == ["event: missed\ndata: {\"missed\":98}\n\n", "event 100\n"])
    }

    @Test("a little behind is no reason to miss anything")
    func aLittleBehind() {
        var ring = ring(1)
        var cursor = EventCursor(ring)
        _ = all(&cursor, ring)
        for number in 2...17 { ring.append(Array("event \(number)\n".utf8), at: .seconds(number)) }
        #expect(all(&cursor, ring) == (2...17).map { "event \($0)\n" })
    }

    @Test("an event longer than a portion comes in pieces that make it whole")
    func pieces() {
        let ring = ring(1)
        var cursor = EventCursor(ring)
        #expect(all(&cursor, ring, atMost: 3) == ["eve", "nt ", "1\n"])
    }

    @Test("an identifier from the future, or of an empty ring, is no way out of bounds")
    func nonsense() {
        let ring = ring(3)
        var cursor = EventCursor(ring, after: .max)
        #expect(all(&cursor, ring) == [])
        var empty = EventCursor(EventRing())
        #expect(all(&empty, EventRing()) == [])
    }
}
