import Location
import Testing

@testable import History

struct PlaceEventBufferTests {
    @Test("what waits keeps its order, and beyond the limit the oldest goes and is counted")
    func limit() {
        var buffer = PlaceEventBuffer()
        let all = Sample.visits(0..<PlaceEventBuffer.limit + 3)
        for occurrence in all { buffer.append(occurrence) }
        #expect(buffer.events == Array(all.dropFirst(3)))
        #expect(buffer.dropped == 3)
    }

    @Test("one that is added to another brings along what it has dropped")
    func adds() {
        var (first, second) = (PlaceEventBuffer(), PlaceEventBuffer())
        for occurrence in Sample.visits(0..<PlaceEventBuffer.limit + 1) { second.append(occurrence) }
        for occurrence in Sample.visits(0..<2) { first.append(occurrence) }
        first.append(second)
        #expect(first.events == second.events)
        #expect(first.dropped == 3)
    }
}
