import Basics
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// Two receivers in one track of a file that does not distinguish them, and times without a zone.
struct InterleavedTracksTests {
    /// A line of CSV some seconds after the start, and metres north and east of a place.
    private static func line(_ seconds: Double, north: Double, east: Double = 0, zone: String = "Z") -> String {
        let time = (Imported.start + .milliseconds(Int64(seconds * 1000))).iso8601.dropLast()
        return "\(time)\(zone),\(48 + north / 111_200),\(11 + east / 74_500)"
    }

    /// Walkers, each with a point every ten seconds, metres east of one another.
    private static func walkers(_ count: Int, offset: Double, apart: Double) -> [[String]] {
        [0, 1].map { walker in
            (0..<count).map { index in
                let seconds = Double(index) * 10 + Double(walker) * offset
                return line(seconds, north: seconds * 1.4, east: Double(walker) * apart)
            }
        }
    }

    private static func alternating(_ tracks: [[String]]) -> [String] {
        zip(tracks[0], tracks[1]).flatMap { [$0, $1] }
    }

    /// The warnings about an import of lines.
    private func warnings(_ lines: [String], isDryRun: Bool = false) throws -> [String] {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        try imported.write("a.csv", "time,lat,lon\n" + lines.joined(separator: "\n"))
        #expect(try imported.run("a.csv"))
        return imported.errors
    }

    private static let hint = "; if two receivers are in one track, import a file for each, or a column device"

    @Test(
        "two loggers in turn are noticed with the number of jumps",
        arguments: [(5.0, 1000.0), (5, 200), (4, 250), (1, 30_000)], [true, false])
    func inTurn(way: (offset: Double, apart: Double), isDryRun: Bool) throws {
        let lines = Self.alternating(Self.walkers(30, offset: way.offset, apart: way.apart))
        let found = try warnings(lines, isDryRun: isDryRun)
        // The first three points make known that there are two tracks.
        #expect(found == ["a.csv: jumps to and fro between two tracks: 57\(Self.hint)"])
    }

    @Test("two loggers in turn with the same times are noticed with the number of times")
    func sameTimes() throws {
        let near = Self.alternating(Self.walkers(30, offset: 0, apart: 150))
        #expect(try warnings(near) == ["a.csv: times at two places far apart: 30\(Self.hint)"])
        let far = Self.alternating(Self.walkers(30, offset: 0, apart: 5000))
        let counts = "jumps to and fro between two tracks: 57, times at two places far apart: 30"
        #expect(try warnings(far) == ["a.csv: \(counts)\(Self.hint)"])
    }

    @Test("two loggers one behind the other at the same times are noticed with the number of times")
    func behind() throws {
        let tracks = Self.walkers(30, offset: 0, apart: 400)
        #expect(try warnings(tracks[0] + tracks[1]) == ["a.csv: times at two places far apart: 30\(Self.hint)"])
    }

    @Test(
        "one logger is not: a copy, outliers, a way there and back, a fast train, batches of one second, sparse errands",
        arguments: 0..<7)
    func single(kind: Int) throws {
        let walk = Self.walkers(60, offset: 0, apart: 0)[0]
        let lines: [String] =
            switch kind {
            case 0: Self.alternating([walk, walk])
            case 1: walk + walk
            case 2:
                walk.enumerated().flatMap { index, line in
                    // Each outlier is elsewhere.
                    index % 5 == 4
                        ? [Self.line(Double(index) * 10 + 3, north: Double(index * 37 % 11 * 3000), east: 5000), line]
                        : [line]
                }
            case 3: (0..<200).map { Self.line(Double($0) * 5, north: 175 * Double(min($0 % 40, 40 - $0 % 40))) }
            case 4: (0..<300).map { Self.line(Double($0), north: 250 * Double($0)) }
            case 5: (0..<300).map { Self.line(Double($0 / 5 * 5), north: 30 * Double($0)) }
            default: (0..<100).map { Self.line(Double($0) * 600, north: $0 % 2 == 0 ? 0 : 9000) }
            }
        #expect(try warnings(lines) == [])
    }

    @Test("inaccurate positions do not jump, nor do a few points of many")
    func limits() throws {
        var turns = TrackTurns()
        for index in 0..<40 {
            var fix = Fix(device: "a")
            fix.timestamp = Imported.start + .seconds(index)
            fix.coordinate = Coordinate(latitude: 48, longitude: index % 2 == 0 ? 11 : 11.01)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 700, origin: .receiver)
            turns.add(TrackTurns.Head(try #require(TrackPoint(fix))))
        }
        #expect(turns.turns == 0 && turns.count == 40)
        let pair = Self.alternating(Self.walkers(10, offset: 5, apart: 1000))
        let long = (0..<2000).map { Self.line(Double($0) + 1000, north: Double($0)) }
        #expect(try warnings(pair).count == 1 && warnings(pair + long) == [])
    }

    @Test("devices that the file distinguishes are not one track")
    func devices() throws {
        let imported = try Imported()
        let lines = Self.alternating(Self.walkers(30, offset: 5, apart: 1000)).enumerated().map { "\($1),d\($0 % 2)" }
        try imported.write("a.csv", "time,lat,lon,device\n" + lines.joined(separator: "\n"))
        #expect(try imported.run("a.csv") && imported.errors.isEmpty)
    }

    @Test("very many points and devices end in time, in little memory")
    func many() throws {
        var tracks = InterleavedTracks()
        for index in 0..<100_000 {
            var fix = Fix(device: "\(index % 1000)")
            fix.timestamp = Imported.start + .seconds(index * 7919 % 100_000)
            fix.coordinate = Coordinate(latitude: Double(index % 89), longitude: 11)
            tracks.add([try #require(TrackPoint(fix))])
        }
        _ = tracks.warning
    }

    @Test(
        "times without a zone are said with their number, but not in a column of UTC", arguments: [true, false])
    func zones(isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        let rows = (0..<4).map { Self.line(Double($0), north: 0, zone: $0 < 3 ? "" : "+00:00") }.joined(separator: "\n")
        try imported.write("a.csv", "time,lat,lon\n" + rows)
        try imported.write("b.csv", "Time (UTC),lat,lon\n" + rows)
        try imported.write("c.csv", "time,lat,lon\n" + Self.line(0, north: 0, zone: ""))
        #expect(try imported.run("a.csv", "b.csv", "c.csv"))
        #expect(
            imported.errors == [
                "a.csv: 3 points have a time without a zone, read as UTC",
                "c.csv: 1 point has a time without a zone, read as UTC",
            ])
    }

    @Test("reports of gpsd without a time have that of their time stamp, which is said")
    func stamps() throws {
        let report = #"{"class":"TPV","device":"/dev/a","mode":3,"lat":1.5,"lon":2.5}"#
        let assumed = "assumed: 3 (time of the time stamp before the report, which has none)"
        for (kind, isZoned) in [("2026-01-01 00:00:0%: ", false), ("176722560%.5: ", true)] {
            let imported = try Imported()
            let lines = (0..<3).flatMap {
                [String](repeating: kind.replacing(text: "%", with: "\($0)") + report, count: 2)
            }
            try imported.write("a.log", lines.joined(separator: "\n"))
            #expect(try imported.run("a.log"))
            #expect(imported.lines == ["a.log: gpsd JSON, 3 points read, 3 added; \(assumed)"])
            #expect(imported.errors == (isZoned ? [] : ["a.log: 3 points have a time without a zone, read as UTC"]))
            #expect(try imported.points().allSatisfy { $0.fix.timeSource == .reception })
        }
    }
}
