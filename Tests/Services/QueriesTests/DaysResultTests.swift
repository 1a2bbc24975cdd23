import Basics
import History
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Queries

struct DaysResultTests {
    /// Returns points that go 100 m north each minute, from a moment on.
    private func points(from start: String, count: Int, device: String = "a") throws -> [TrackPoint] {
        let start = try #require(Timestamp(iso8601: start))
        return try (0..<count).map { index in
            var fix = Fix(device: device, mode: .twoDimensional)
            fix.timestamp = start + .seconds(index * 60)
            fix.coordinate = Coordinate(latitude: 48 + Double(index) * 100 / 111_200, longitude: 11)
            return try #require(TrackPoint(fix, motion: .moving))
        }
    }

    private func days(_ history: any HistoryStore, _ period: Period, clock: LocalClock) throws -> [String] {
        try DaysResult(history, period, clock: clock).days.map {
            "\($0.day.text) \($0.points) \(Int(($0.distance / 10).rounded()) * 10)"
        }
    }

    @Test("each local day has its fixes and its distance, the newest first", arguments: [true, false])
    func days(sealed: Bool) throws {
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        _ = try history.append(points(from: "2026-03-27T22:00:00Z", count: 120))
        _ = try history.append(points(from: "2026-03-28T21:30:00Z", count: 60, device: "b"))
        if sealed { try history.seal(before: try #require(Timestamp(iso8601: "2027-01-01T00:00:00Z"))) }
        let all = Period(first: nil, last: nil)
        #expect(try days(history, all, clock: .berlin) == ["2026-03-28 120 5900", "2026-03-27 60 5900"])
        // At half past the hour a day begins within a segment.
        let half = LocalClock(
            civilTime: { CivilTime($0 + .seconds(5400)) }, timestamp: { Timestamp($0) + .seconds(-5400) })
        #expect(try days(history, all, clock: half) == ["2026-03-28 150 8900", "2026-03-27 30 2900"])
        let part = Period(
            first: Timestamp(iso8601: "2026-03-27T22:10:00Z"), last: Timestamp(iso8601: "2026-03-27T22:20:00Z"))
        #expect(try days(history, part, clock: .berlin) == ["2026-03-27 11 1000"])
        #expect(try days(MemoryHistory(), all, clock: .berlin) == [])
    }

    @Test("a day has the distance of its statistics, also once it is known")
    func agreement() throws {
        let history = MemoryHistory()
        // Two hours in one place, with the noise of a receiver whose motion is unknown.
        let middle = try #require(Coordinate(latitude: 48, longitude: 11))
        let noise = try (0..<720).map { index in
            var fix = Fix(device: "a", mode: .twoDimensional)
            fix.timestamp = try #require(Timestamp(iso8601: "2026-03-27T08:00:00Z")) + .seconds(index * 10)
            fix.coordinate = middle.moved(north: Double(index * 7 % 13), east: Double(index * 5 % 11))
            return try #require(TrackPoint(fix))
        }
        _ = history.append(noise)
        _ = history.append(try points(from: "2026-03-27T10:10:00Z", count: 100))
        let all = Period(first: nil, last: nil)
        let first = try DaysResult(history, all, clock: .berlin)
        let day = try #require(first.days.first)
        let (statistics, _) = try StatisticsQuery(history).run(all, device: nil)
        #expect(day.distance == statistics.devices.first?.summary.distance && day.points == 820)
        #expect(try DaysResult(history, all, clock: .berlin, known: first.days) == first)
        _ = history.append(try points(from: "2026-03-27T11:50:00Z", count: 10))
        let later = try DaysResult(history, all, clock: .berlin, known: first.days)
        #expect(later.days.first?.points == 830 && later != first)
    }

    @Test("JSON has the local date of each day")
    func json() throws {
        let history = MemoryHistory()
        _ = history.append(try points(from: "2026-03-27T10:00:00Z", count: 2))
        let answer = try DaysResult(history, Period(first: nil, last: nil), clock: .berlin)
        #expect(
            String(decoding: answer.json, as: UTF8.self)
                == "{\"days\":[{\"day\":\"2026-03-27\",\"points\":2,\"distance\":100.0}]}\n")
    }
}
