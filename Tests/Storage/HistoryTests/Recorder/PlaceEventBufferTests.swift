import Location
import Testing

@testable import History

struct PlaceEventBufferTests {
    @Test("the buffer keeps its order, and beyond the limit drops and counts the oldest")
    func limit() {
        var buffer = PlaceEventBuffer()
        let all = Sample.visits(0..<PlaceEventBuffer.limit + 3)
        for event in all { buffer.append(event) }
        #expect(buffer.events == Array(all.dropFirst(3)))
        #expect(buffer.dropped == 3)
    }

    @Test("appending a buffer adds its number of dropped events")
    func adds() {
        var (first, second) = (PlaceEventBuffer(), PlaceEventBuffer())
        for event in Sample.visits(0..<PlaceEventBuffer.limit + 1) { second.append(event) }
        for event in Sample.visits(0..<2) { first.append(event) }
        first.append(second)
        #expect(first.events == second.events)
        #expect(first.dropped == 3)
    }
}
