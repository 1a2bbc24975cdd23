import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import Places
import PlacesFiles
import TestSupport
import Testing

/// The names of places and the charts of `whereismy stats`, and the names of `whereismy at`.
struct StatsNamesTests {
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private let system = FakeSystem(now: now, clock: .berlin)
    private let history: ScratchHistory

    /// A stay of ten minutes in Gate, and a drive of 480 s due north from there, faster and higher with each fix.
    init() throws {
        let stay = try (0..<60).map { index in try Self.point(index * 10, 0, .stationary, speed: 0, altitude: 500) }
        let drive = try (0..<480).map { index in
            try Self.point(600 + index, index, .moving, speed: Double(index) / 20, altitude: 500 + Double(index))
        }
        history = try ScratchHistory(stay + drive)
        let gate = try PlaceSamples.circle("Gate", 48, 11, radius: 100)
        try PlaceFile.write(try PlaceCollection([gate]), to: history.directory.file("own-places.json"))
        try history.directory.write(
            "towns.csv", Array("name,latitude,longitude\nOdelzhausen,48.048,11.001\nFar,10,10\n".utf8))
        let imported = history.run("gazetteer", "import", history.directory.file("towns.csv"))
        #expect(imported.code == .success)
    }

    private static func point(
        _ second: Int, _ north: Int, _ motion: Motion, speed: Double, altitude: Double
    ) throws -> TrackPoint {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.timestamp = try #require(Timestamp(iso8601: "2026-03-30T08:00:00Z")) + .seconds(second)
        fix.coordinate = Coordinate(latitude: 48 + Double(north) * 1e-4, longitude: 11)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        fix.speed = speed
        fix.altitude = altitude
        return try #require(TrackPoint(fix, motion: motion))
    }

    @Test("stays and the ends of trips have the names of own places, else of the gazetteer, in text and JSON")
    func names() {
        let text = history.run("stats", in: system).text
        #expect(text.contains(", Gate, 48.0000"))
        #expect(text.contains(", 5.3 km, from Gate to near Odelzhausen\n"))
        let json = history.run("stats", "--format", "json", in: system).text
        #expect(json.contains("\"longitude\":11.0,\"place\":\"Gate\",\"seen\":"))
        #expect(json.contains("\"near\":\"Odelzhausen\",\"nearDistance\":"))
        let week = history.run("stats", "--week", "--format", "json", in: system).text
        #expect(week.contains("\"place\":\"Gate\"") && week.contains("\"near\":\"Odelzhausen\""))
    }

    @Test("where no town is near, a position has the distance and the direction of the nearest one")
    func far() throws {
        let start = try #require(Timestamp(iso8601: "2026-03-30T06:00:00Z"))
        // A stay 61 km north of the town, in JSON with the way to it.
        let stay = try (0..<60).map { index in
            var fix = Fix(device: "/dev/a", mode: .twoDimensional)
            fix.timestamp = start + .seconds(index * 10)
            fix.coordinate = Coordinate(latitude: 48.6, longitude: 11)
            return try #require(TrackPoint(fix, motion: .stationary))
        }
        let far = try ScratchHistory(stay)
        try far.directory.write("towns.csv", Array("name,latitude,longitude\nOdelzhausen,48.048,11.001\n".utf8))
        #expect(far.run("gazetteer", "import", far.directory.file("towns.csv")).code == .success)
        #expect(far.run("stats", "--day", in: system).text.contains(", 61 km north of Odelzhausen, 48.6000"))
        #expect(far.run("at", "08:05", in: system).lines.dropFirst().first == "61 km north of Odelzhausen")
        #expect(
            far.run("at", "08:05", "--units", "nautical", in: system).lines.dropFirst().first
                == "33 nmi north of Odelzhausen")
        let json = far.run("stats", "--format", "json", in: system).text
        #expect(json.contains("\"near\":\"Odelzhausen\",\"nearDistance\":613"))
        #expect(json.contains(",\"nearBearing\":179.9,"))
    }

    @Test("the position at a time has a name")
    func at() {
        #expect(history.run("at", "10:05", in: system).lines.dropFirst().first == "Gate")
        #expect(history.run("at", "10:17", in: system).lines.dropFirst().first == "near Odelzhausen")
        #expect(history.run("at", "10:05", "--format", "json", in: system).text.contains("\"place\":\"Gate\""))
        let json = history.run("at", "10:17", "--format", "json", in: system).text
        #expect(json.contains("\"near\":\"Odelzhausen\",\"nearDistance\":") && !json.contains("\"place\""))
    }

    @Test("a day has charts of speed and altitude with their limits, other periods and JSON have none")
    func charts() {
        let day = history.run("stats", "--day", in: system).lines
        // The drive is in one of 48 half hours, before noon.
        let speed = day.first { $0.hasPrefix("speed ") } ?? ""
        let blanks = { String(repeating: " ", count: $0) }
        #expect(speed == "speed       |\(blanks(20))█\(blanks(27))| up to 86.2 km/h")
        let altitude = day.first { $0.hasPrefix("altitude ") } ?? ""
        #expect(altitude.hasPrefix("altitude    |") && altitude.hasSuffix("| 500 m to 979 m"))
        for other in [["stats"], ["stats", "--week"], ["stats", "--day", "--format", "json"]] {
            #expect(!history.run(other, in: system).text.contains("█"))
        }
    }
}
