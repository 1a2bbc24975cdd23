import Basics
import Location
import Testing

@testable import History

struct PointBufferTests {
    @Test("points within the limit stay in order")
    func fits() throws {
        var buffer = PointBuffer(limit: 4)
        for point in try Sample.points(0..<4) { buffer.append(point) }
        #expect(buffer.points.seconds == [0, 1, 2, 3])
        #expect(buffer.dropped == 0)
    }

    @Test("beyond the limit every second point is dropped, and all are counted")
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

    @Test("the smallest buffer keeps a point of the beginning")
    func smallest() throws {
        var buffer = PointBuffer(limit: 0)
        for point in try Sample.points(0..<50) { buffer.append(point) }
        #expect(buffer.points.first?.timestamp == Sample.time(0))
        #expect(buffer.points.count + buffer.dropped == 50)
    }
}
