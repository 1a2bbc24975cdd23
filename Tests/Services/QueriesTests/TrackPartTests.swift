import Basics
import History
import Linux
import Location
import SQLite
import TestSupport
import Testing
import Tracks

@testable import Queries

/// Stored summaries yield what decoding yields.
struct TrackPartTests {
    /// A reader that decodes everything.
    private final class DecodingReader: HistoryReader {
        private let history: any HistoryReader

        init(_ history: any HistoryReader) { self.history = history }

        func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
            try history.forEachPoint(query, body)
        }

        func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours {
            try history.neighbours(of: moment, device: device)
        }

        func forEachOutline(
            _ query: PointQuery, _ body: (DeviceOutline) throws -> Void
        ) throws -> [DamagedSegment] {
            try history.forEachOutline(query, body)
        }

        func forEachPlaceEvent(_ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void) throws {
            try history.forEachPlaceEvent(span, place: place, body)
        }

        func deviceNames() throws -> [String] { try history.deviceNames() }
    }

    private static let start = Timestamp(milliseconds: 1_774_600_200_000)  // 2026-03-27T08:30:00Z

    private static let clocks: [LocalClock] = [
        .berlin, LocalClock(civilTime: { CivilTime($0) }, timestamp: { Timestamp($0) }),
        // India, and a place before time zones.
        LocalClock(civilTime: { CivilTime($0 + .seconds(19_800)) }, timestamp: { Timestamp($0) + .seconds(-19_800) }),
        LocalClock(civilTime: { CivilTime($0 + .seconds(1234)) }, timestamp: { Timestamp($0) + .seconds(-1234) }),
    ]

    /// Compares all figures with those of decoding.
    private func compare(_ history: any HistoryReader, _ period: Period, _ clock: LocalClock, device: String?) throws {
        let (stored, _) = try StatisticsQuery(history).runDaily(period, device: device, clock: clock)
        let (decoded, _) = try StatisticsQuery(DecodingReader(history)).runDaily(period, device: device, clock: clock)
        #expect(stored.whole.devices.map(\.name) == decoded.whole.devices.map(\.name))
        #expect(stored.whole.devices.map(\.summary) == decoded.whole.devices.map(\.summary))
        #expect(stored.whole.total == decoded.whole.total)
        #expect(stored.days.map(\.day) == decoded.days.map(\.day))
        #expect(stored.days.map(\.summary) == decoded.days.map(\.summary))
        #expect(stored.json() == decoded.json())
        let days = try DaysResult(history, period, clock: clock)
        #expect(try days.json == DaysResult(DecodingReader(history), period, clock: clock).json)
        if device == nil { #expect(days.days.map(\.distance).reversed() == stored.days.map(\.summary.distance)) }
    }

    @Test("statistics from stored summaries are those of decoding, in every period and zone", arguments: 0..<4)
    func equality(seed: UInt64) throws {
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        var walk = RandomTrack(seed: seed, start: Self.start)
        let end = try walk.fill(history)
        while try !history.summarise(upTo: 50) {}
        #expect(try history.verify().isGood)
        let whole = Period(first: nil, last: nil)
        let part = Period(
            first: Self.start + .seconds(Int.random(in: 0...20_000, using: &walk.generator)),
            last: end + .milliseconds(-Int64.random(in: 0...20_000_000, using: &walk.generator)))
        for clock in Self.clocks { try compare(history, whole, clock, device: nil) }
        try compare(history, part, .berlin, device: nil)
        try compare(history, whole, .berlin, device: "a")
    }

    @Test("a late fix, thinning, pruning and a sealed hour keep the summaries right")
    func changes() throws {
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        var walk = RandomTrack(seed: 2, start: Self.start)
        let end = try walk.fill(history)
        while try !history.summarise(upTo: 50) {}
        let whole = Period(first: nil, last: nil)
        var fix = Fix(device: "a", mode: .twoDimensional)
        fix.timestamp = Self.start + .milliseconds(4_000_123)
        fix.coordinate = Coordinate(latitude: 50, longitude: 10)
        let late = try #require(TrackPoint(fix))
        #expect(try history.append([late]) == 1)
        try compare(history, whole, .berlin, device: nil)
        try history.seal(before: end + .seconds(7200))
        #expect(try history.verify().isGood)
        try compare(history, whole, .berlin, device: nil)
        let rule = ThinningRule(age: .seconds(3600), movingInterval: .seconds(10), stationaryInterval: .seconds(60))
        while try !history.apply(Retention(thinning: [rule]), at: end) {}
        for _ in 0..<2 {
            #expect(try history.verify().isGood)
            try compare(history, whole, .berlin, device: nil)
            while try !history.summarise(upTo: 3) {}
        }
        _ = try history.prune(before: Self.start + .seconds(9000))
        while try !history.summarise(upTo: 50) {}
        #expect(try history.verify().isGood)
        try compare(history, whole, .berlin, device: nil)
    }

    @Test("a damaged summary is not used, and verification finds one that differs")
    func damage() throws {
        let directory = try ScratchDirectory()
        let file = directory.file("history.db")
        let history = try SQLiteHistory(path: file, access: .readWrite)
        var walk = RandomTrack(seed: 1, start: Self.start)
        _ = try walk.fill(history)
        while try !history.summarise(upTo: 50) {}
        let stored = try Connection(file, mode: .readOnly)
        #expect(try stored.integer("SELECT count(*) FROM track_part WHERE length(blob) > 0") ?? 0 > 0)
        let other = try Connection(file, mode: .readWrite)
        try other.execute(
            "UPDATE track_part SET blob = CAST(substr(blob, 1, length(blob) - 1) || 'x' AS BLOB) WHERE length(blob) > 0"
        )
        try compare(history, Period(first: nil, last: nil), .berlin, device: nil)
        #expect(try history.verify().issues.contains { $0.contains("summary differs") })
        try other.execute("UPDATE track_part SET version = 0")
        #expect(try history.verify().isGood)
        while try !history.summarise(upTo: 50) {}
        #expect(try other.integer("SELECT count(*) FROM track_part WHERE version = 0") == 0)
        try other.execute("DELETE FROM segment WHERE start = (SELECT min(start) FROM segment)")
        #expect(try history.verify().issues.contains { $0.contains("summary without fixes") })
    }
}
