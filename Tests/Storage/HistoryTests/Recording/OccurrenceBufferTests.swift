import Location
import Testing

@testable import History

struct OccurrenceBufferTests {
    @Test("what waits keeps its order, and beyond the limit the oldest goes and is counted")
    func limit() {
        var buffer = OccurrenceBuffer()
        let all = Sample.visits(0..<OccurrenceBuffer.limit + 3)
        for occurrence in all { buffer.append(occurrence) }
        #expect(buffer.occurrences == Array(all.dropFirst(3)))
        #expect(buffer.dropped == 3)
    }

    @Test("one that is added to another brings along what it has dropped")
    func adds() {
        var (first, second) = (OccurrenceBuffer(), OccurrenceBuffer())
        for occurrence in Sample.visits(0..<OccurrenceBuffer.limit + 1) { second.append(occurrence) }
        for occurrence in Sample.visits(0..<2) { first.append(occurrence) }
        first.append(second)
        #expect(first.occurrences == second.occurrences)
        #expect(first.dropped == 3)
    }
}
