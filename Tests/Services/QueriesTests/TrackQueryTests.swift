import Basics
import History
import Location
import Synchronization
import TestSupport
import Testing
import Tracks

@testable import Queries

struct TrackQueryTests {
    private static let start = Timestamp(milliseconds: 1_774_864_800_000)
    private static let device = "/dev/ttyUSB0"

    /// Returns the position that many seconds after the start, on three and a half hours of winding roads.
    private static func point(_ second: Double, device: String = device) throws -> TrackPoint {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = start + .milliseconds(Int64(second * 1000))
        fix.coordinate = Coordinate(
            latitude: 48 + second * 1e-4 + 0.002 * wave(second / 300), longitude: 11 + 0.004 * wave(second / 170 + 0.3))
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 3, origin: .receiver)
        fix.speed = 12
        return try #require(TrackPoint(fix, motion: .moving))
    }

    /// A wave of parabolas from -1 to 1, without a sine.
    private static func wave(_ phase: Double) -> Double {
        let part = (phase - phase.rounded(.down)) * 2 - 1
        return 4 * part * (1 - abs(part))
    }

    /// A track with a gap within an hour, one across the end of an hour, and a pause of 40 s, which is not a gap.
    private static let seconds: [Double] = (0..<12_600).map(Double.init).filter { second in
        !(1000..<1200).contains(second) && !(3500..<3800).contains(second) && !(8000..<8040).contains(second)
    }

    private func history(sealed: Bool = true) throws -> TrackFile {
        try TrackFile(Self.seconds.map { try Self.point($0) }, sealedBefore: sealed ? 3 * 3600 : 0, start: Self.start)
    }

    private func line(
        _ history: any HistoryStore, _ query: PointQuery = .all, tolerance: Double?, usesOutlines: Bool = true
    ) throws -> [[TrackPoint]] {
        var answer = TrackQuery(query, isGroupedByReceiver: true, tolerance: tolerance)
        answer.usesOutlines = usesOutlines
        let recorder = LineRecorder()
        let (_, _, damaged) = try answer.write(from: history, by: recorder) { _ in }
        #expect(damaged.isEmpty)
        return recorder.lines
    }

    @Test(
        "a line from outlines is within the tolerance of every fix, with the same gaps",
        arguments: [10, 15, 50, 300] as [Double], [true, false])
    func tolerance(tolerance: Double, sealed: Bool) throws {
        let store = try history(sealed: sealed).store
        let full = try line(store, tolerance: nil)
        let simple = try line(store, tolerance: tolerance)
        #expect(full.count == 3)
        #expect(simple.count == full.count)
        for (fixes, line) in zip(full, simple) {
            #expect(line.count < fixes.count / 4)
            let farthest = fixes.map { $0.coordinate.distance(toLine: line.map(\.coordinate)) }.max()
            #expect(try #require(farthest) <= tolerance + 1)
            // Every fix of this track is at a whole second.
            #expect(line.first?.timestamp == fixes.first?.timestamp && line.last?.timestamp == fixes.last?.timestamp)
        }
        #expect(simple.joined().allSatisfy { $0.fix.speed == nil && $0.fix.device == Self.device })
    }

    @Test("below 10 m, and in formats that list fixes, the fixes are read")
    func fine() throws {
        let store = try history().store
        #expect(try line(store, tolerance: 9).joined().allSatisfy { $0.fix.speed == 12 })
        #expect(try line(store, tolerance: 20, usesOutlines: false).joined().allSatisfy { $0.fix.speed == 12 })
    }

    @Test("of an hour that the query covers in part, that part is exported")
    func part() throws {
        let store = try history().store
        let (from, to) = (Self.start + .seconds(600), Self.start + .seconds(6000))
        let lines = try line(store, PointQuery(from: from, to: to), tolerance: 20)
        #expect(lines.count == 3)
        #expect(lines.first?.first?.timestamp == from)
        #expect(lines.last?.last?.timestamp == to)
        let area = try #require(Area(south: 48.5, west: 10, north: 48.55, east: 12))
        let inside = try line(store, PointQuery(within: area), tolerance: 20)
        #expect(inside.count == 1 && inside.joined().allSatisfy { area.contains($0.coordinate) })
    }

    @Test("simultaneous devices are exported one after another")
    func receivers() throws {
        let points = try ["a", "b"].flatMap { name in try (0..<7200).map { try Self.point(Double($0), device: name) } }
        let store = try TrackFile(points, sealedBefore: 3600, start: Self.start).store
        let lines = try line(store, tolerance: 20)
        #expect(lines.map { Set($0.map(\.fix.device)) } == [["a"], ["b"]])
    }

    @Test("hidden points make no line, and outlines are not used")
    func view() throws {
        let store = try history().store
        var answer = TrackQuery(.all, isGroupedByReceiver: true, tolerance: 20, usesOutlines: true)
        let hidden = Self.start + .seconds(5000)...Self.start + .seconds(5030)
        answer.transform = { hidden.contains($0.timestamp) ? nil : $0 }
        let recorder = LineRecorder()
        _ = try answer.write(from: store, by: recorder) { _ in }
        #expect(recorder.lines.count == 4)
        #expect(recorder.lines.joined().allSatisfy { $0.fix.speed == 12 && !hidden.contains($0.timestamp) })
    }
}

/// A history in a file of its own.
private struct TrackFile {
    let directory: ScratchDirectory
    let store: SQLiteHistory

    init(_ points: [TrackPoint], sealedBefore seconds: Int, start: Timestamp) throws {
        directory = try ScratchDirectory()
        store = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        _ = try store.append(points)
        try store.seal(before: start + .seconds(seconds))
    }
}

/// Records the exported lines.
private final class LineRecorder: TrackEncoder {
    private struct Content {
        var lines: [[TrackPoint]] = []
        var isOpen = false
    }

    private let content = Mutex(Content())

    var lines: [[TrackPoint]] { content.withLock { $0.lines } }

    func begin(into bytes: inout [UInt8]) {}

    func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        content.withLock { content in
            if !content.isOpen { content.lines.append([]) }
            content.isOpen = true
            content.lines[content.lines.count - 1].append(point)
        }
    }

    func gap(into bytes: inout [UInt8]) { content.withLock { $0.isOpen = false } }

    func end(into bytes: inout [UInt8]) {}
}

extension Coordinate {
    /// Returns the metres to the nearest position of a line, on a flat map.
    fileprivate func distance(toLine line: [Coordinate]) -> Double {
        zip(line, line.dropFirst()).map { distance(toWayFrom: $0, to: $1) }.min() ?? .infinity
    }

    private func distance(toWayFrom start: Coordinate, to end: Coordinate) -> Double {
        let (north, east) = (111_200.0, 74_000.0)
        let way = ((end.longitude - start.longitude) * east, (end.latitude - start.latitude) * north)
        let own = ((longitude - start.longitude) * east, (latitude - start.latitude) * north)
        let square = way.0 * way.0 + way.1 * way.1
        let share = square > 0 ? min(max((own.0 * way.0 + own.1 * way.1) / square, 0), 1) : 0
        let off = (own.0 - share * way.0, own.1 - share * way.1)
        return (off.0 * off.0 + off.1 * off.1).squareRoot()
    }
}
