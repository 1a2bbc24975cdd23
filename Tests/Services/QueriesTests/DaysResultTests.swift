import Basics
import History
import Linux
import Location
import SQLite
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

    private func list(_ history: any HistoryStore, _ period: Period, clock: LocalClock) throws -> DaysResult {
        try DaysResult(history, period, clock: clock)
    }

    private func days(_ history: any HistoryStore, _ period: Period, clock: LocalClock) throws -> [String] {
        try list(history, period, clock: clock).days.map {
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
        #expect(try days(history, all, clock: .berlin) == ["2026-03-28 120 11900", "2026-03-27 60 5900"])
        // At half past the hour a day begins within a segment.
        let half = LocalClock(
            civilTime: { CivilTime($0 + .seconds(5400)) }, timestamp: { Timestamp($0) + .seconds(-5400) })
        #expect(try days(history, all, clock: half) == ["2026-03-28 150 14900", "2026-03-27 30 2900"])
        let part = Period(
            first: Timestamp(iso8601: "2026-03-27T22:10:00Z"), last: Timestamp(iso8601: "2026-03-27T22:20:00Z"))
        #expect(try days(history, part, clock: .berlin) == ["2026-03-27 11 1000"])
        #expect(try days(MemoryHistory(), all, clock: .berlin) == [])
    }

    @Test("days of many hours without a summary are estimated from their segments until they have one")
    func estimates() throws {
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        _ = try history.bulkAppend(points(from: "2026-03-01T10:00:00Z", count: 180))
        while try !history.summarise(upTo: 50) {}
        _ = try history.bulkAppend(points(from: "2026-03-27T00:00:00Z", count: 25 * 60 + 30))
        _ = try history.bulkAppend(points(from: "2026-03-27T04:30:00Z", count: 60, device: "b"))
        _ = try history.append(points(from: "2026-03-28T20:00:00Z", count: 10))
        let all = Period(first: nil, last: nil)
        let rough = try list(history, all, clock: .berlin)
        // The steps between the hours are missing, and so is what is not sealed.
        let points = rough.days.map { "\($0.day.text) \($0.points)" }
        #expect(points == ["2026-03-28 160", "2026-03-27 1440", "2026-03-01 180"])
        for (day, metres) in zip(rough.days, [14_700.0, 135_700, 17_900]) {
            #expect(abs(day.distance - metres) < metres / 500)
        }
        #expect(rough.days.map(\.isExact) == [false, false, true])
        let json = String(decoding: rough.json, as: UTF8.self)
        #expect(json.contains(#""day":"2026-03-27","points":1440,"distance":135"#))
        #expect(json.split(separator: "\"exact\":false}").count == 3)
        while try !history.summarise(upTo: 50) {}
        let exact = try list(history, all, clock: .berlin)
        #expect(exact.days.map(\.isExact) == [true, true, true])
        #expect(exact.days.map(\.points) == rough.days.map(\.points))
        #expect(!String(decoding: exact.json, as: UTF8.self).contains("exact"))
    }

    @Test("a day has the distance of its statistics, also with more fixes")
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
        let first = try list(history, all, clock: .berlin)
        let day = try #require(first.days.first)
        let (statistics, _) = try StatisticsQuery(history).run(all, device: nil, clock: .berlin)
        #expect(day.distance == statistics.devices.first?.summary.distance && day.points == 820)
        #expect(day.distance == statistics.total.distance && statistics.total.points == 820)
        _ = history.append(try points(from: "2026-03-27T11:50:00Z", count: 10))
        let later = try list(history, all, clock: .berlin)
        #expect(later.days.first?.points == 830 && later != first)
    }

    @Test(
        "receivers that do not overlap in time are added up; of those that do, the longer path counts",
        arguments: [
            // Two halves of a day against a receiver that recorded during both.
            (["a 08:00 60", "b 10:00 60"], 11800.0), (["a 08:00 60", "b 08:30 40"], 5900.0),
            (["a 08:00 60", "b 10:00 60", "c 08:30 110"], 11800.0),
            (["a 08:00 60", "b 10:00 60", "c 08:30 140"], 13900.0),
            // One takes over from the other, for a minute both record; of short tracks too much would count twice.
            (["a 08:00 10", "b 08:09 10"], 1800.0), (["a 08:00 10", "b 08:08 10"], 1800.0),
            (["a 08:00 10", "b 08:07 10"], 900.0), (["a 08:00 3", "b 08:01 10"], 900.0),
            // One records in a gap of the other, or both take turns.
            (["a 08:00 30", "b 10:00 30", "a 12:00 30"], 8700.0),
            (["a 08:00 30", "b 08:31 30", "a 09:02 30", "b 09:33 30"], 11600.0),
            (["a 08:00 30", "b 08:20 100", "a 12:00 30"], 12800.0),
        ] as [([String], Double)])
    func receivers(tracks: [String], distance: Double) throws {
        let history = MemoryHistory()
        for track in tracks.map({ $0.split(separator: " ").map(String.init) }) {
            let count = try #require(Int(track[2]))
            _ = history.append(try points(from: "2026-03-27T\(track[1]):00Z", count: count, device: track[0]))
        }
        let all = Period(first: nil, last: nil)
        let day = try #require(try list(history, all, clock: .berlin).days.first)
        #expect((day.distance / 10).rounded() * 10 == distance)
        let (daily, _) = try StatisticsQuery(history).runDaily(all, device: nil, clock: .berlin)
        let summary = try #require(daily.days.first?.summary)
        #expect(summary.distance == day.distance && summary.points == day.points)
        let (statistics, _) = try StatisticsQuery(history).run(all, device: nil, clock: .berlin)
        #expect(statistics.total.distance == day.distance && statistics.total.points == day.points)
        // Each receiver has the figures that it has alone.
        #expect(statistics.devices.map(\.name) == Set(tracks.map { String($0.prefix(1)) }).sorted())
        for device in statistics.devices {
            let (alone, _) = try StatisticsQuery(history).run(all, device: device.name, clock: .berlin)
            #expect(alone.devices.map(\.summary) == [device.summary] && alone.total == device.summary)
        }
    }

    @Test("the receiver of a day is the one whose tracks together are the longest, and each is named once")
    func turns() throws {
        let history = MemoryHistory()
        for (start, count, device) in [("08:00", 30, "a"), ("09:00", 40, "b"), ("10:00", 30, "a")] {
            _ = history.append(try points(from: "2026-03-27T\(start):00Z", count: count, device: device))
        }
        let all = Period(first: nil, last: nil)
        let (statistics, _) = try StatisticsQuery(history).runDaily(all, device: nil, clock: .berlin)
        let day = try #require(statistics.days.first)
        #expect(day.devices == ["a", "b"] && day.device == "a" && !statistics.whole.hasOverlaps)
    }

    @Test("where a receiver recorded whose track does not count, there is a record")
    func recordedByAnother() throws {
        let history = MemoryHistory()
        // The longer path ends at 08:59, the other one at 10:19.
        _ = history.append(try points(from: "2026-03-27T07:00:00Z", count: 120))
        _ = history.append(try points(from: "2026-03-27T08:30:00Z", count: 110, device: "b"))
        _ = history.append(try points(from: "2026-03-28T08:00:00Z", count: 120))
        let all = Period(first: nil, last: nil)
        let (statistics, _) = try StatisticsQuery(history).runDaily(all, device: nil, clock: .berlin)
        #expect(statistics.days.map(\.devices) == [["a"], ["a"]] && statistics.whole.hasOverlaps)
        let end = try #require(Timestamp(iso8601: "2026-03-27T10:19:00Z"))
        #expect(statistics.gaps.map(\.from) == [end])
        #expect(statistics.days.last?.summary.unknown == .seconds(21 * 3600 + 41 * 60))
    }

    @Test("a list ends before the next day once its client has gone")
    func abandoned() throws {
        struct Gone: Error {}
        let history = MemoryHistory()
        for day in 26...28 { _ = history.append(try points(from: "2026-03-\(day)T08:00:00Z", count: 10)) }
        let all = Period(first: nil, last: nil)
        var count = 0
        #expect(throws: Gone.self) {
            try DaysResult(history, all, clock: .berlin) {
                count += 1
                if count == 2 { throw Gone() }
            }
        }
        #expect(count == 2)
    }

    @Test("the time without fixes between the receivers of a day and between days adds up to the total")
    func unrecorded() throws {
        let history = MemoryHistory()
        // Half an hour each; the next one begins where the first one began, two days later at another place.
        _ = history.append(try points(from: "2026-03-27T08:00:00Z", count: 31))
        _ = history.append(try points(from: "2026-03-27T10:00:00Z", count: 31, device: "b"))
        _ = history.append(try points(from: "2026-03-29T10:00:00Z", count: 31))
        let all = Period(first: nil, last: nil)
        let (statistics, _) = try StatisticsQuery(history).runDaily(all, device: nil, clock: .berlin)
        #expect(statistics.days.map(\.devices) == [["a", "b"], ["a"]])
        #expect(statistics.days.map(\.summary.unknown) == [.seconds(5400), .seconds(2 * 86_400 - 1800)])
        #expect(statistics.whole.total.unknown == .seconds(5400 + 2 * 86_400 - 1800))
        #expect(statistics.gaps.map { Int(($0.distance / 10).rounded()) } == [300, 300])
    }

    @Test("a part of a day counts alone, and a day that cannot be read is not listed")
    func partsOfDays() throws {
        let directory = try ScratchDirectory()
        let file = directory.file("history.db")
        let history = try SQLiteHistory(path: file, access: .readWrite)
        _ = try history.append(points(from: "2026-03-27T08:00:00Z", count: 30))
        _ = try history.append(points(from: "2026-03-28T08:00:00Z", count: 30))
        try history.seal(before: try #require(Timestamp(iso8601: "2027-01-01T00:00:00Z")))
        let all = Period(first: nil, last: nil)
        let morning = try #require(Timestamp(iso8601: "2026-03-28T08:10:00Z"))
        let part = try list(history, Period(first: morning, last: nil), clock: .berlin)
        #expect(part.days.map(\.points) == [20])
        // The summary, in the first 81 bytes, stays; the fixes are damaged.
        try Connection(file, mode: .readWrite).execute(
            "UPDATE segment SET blob = CAST(substr(blob, 1, 81) || zeroblob(length(blob) - 81) AS BLOB)")
        // No fix of these days can be read, so that they are not in the statistics either.
        let (statistics, damaged) = try StatisticsQuery(history).runDaily(all, device: nil, clock: .berlin)
        #expect(statistics.days.isEmpty && !damaged.isEmpty)
        #expect(try list(history, all, clock: .berlin).days.isEmpty)
    }

    @Test("JSON has the local date of each day")
    func json() throws {
        let history = MemoryHistory()
        _ = history.append(try points(from: "2026-03-27T10:00:00Z", count: 2))
        let answer = try list(history, Period(first: nil, last: nil), clock: .berlin)
        #expect(
            String(decoding: answer.json, as: UTF8.self)
                == "{\"days\":[{\"day\":\"2026-03-27\",\"points\":2,\"distance\":100.0}]}\n")
    }
}
