import Basics
import Location
import Testing

@testable import History

struct PointBufferTests {
    @Test("what fits stays as it came")
    func fits() throws {
        var buffer = PointBuffer(limit: 4)
        for point in try Sample.points(0..<4) { buffer.append(point) }
        #expect(buffer.points.seconds == [0, 1, 2, 3])
        #expect(buffer.dropped == 0)
    }

    @Test("of too many every second goes, and all are accounted for")
    func halves() throws {
        var buffer = PointBuffer(limit: 100)
        for point in try Sample.points(0..<10_000) { buffer.append(point) }
        #expect(buffer.points.count <= 100)
        #expect(buffer.points.count + buffer.dropped == 10_000)
        #expect(buffer.points.first?.timestamp == Sample.time(0))
        let gaps = zip(buffer.points.seconds.dropFirst(), buffer.points.seconds).map { $0 - $1 }
        #expect(gaps.allSatisfy { (100...300).contains($0) })
        buffer.removeAll()
        #expect(buffer.points == [] && buffer.dropped == 0)
    }

    @Test("the smallest buffer holds something of the beginning")
    func smallest() throws {
        var buffer = PointBuffer(limit: 0)
        for point in try Sample.points(0..<50) { buffer.append(point) }
        #expect(buffer.points.first?.timestamp == Sample.time(0))
        #expect(buffer.points.count + buffer.dropped == 50)
    }
}
