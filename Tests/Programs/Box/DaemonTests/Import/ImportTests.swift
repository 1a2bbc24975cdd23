import Basics
import CommandLine
import Configuration
import History
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

struct ImportTests {
    private static let encoders: [(String, any TrackEncoder)] = [
        ("GPX", GPXEncoder()), ("KML", KMLEncoder()), ("GeoJSON", GeoJSONEncoder()), ("NMEA 0183", NMEAEncoder()),
        ("CSV", CSVEncoder()),
    ]

    @Test("an exported track is imported once, and a second import adds nothing", arguments: encoders)
    func roundTrip(format: String, encoder: any TrackEncoder) throws {
        let imported = try Imported()
        let walk = try Imported.walk(300)
        try imported.write("walk", walk, by: encoder)
        #expect(try imported.run("walk"))
        #expect(imported.lines == ["walk: \(format), 300 points read, 300 added"])
        let points = try imported.points()
        #expect(points.map(\.timestamp) == walk.map(\.timestamp))
        let distances = zip(points, walk).map { $0.coordinate.distance(to: $1.coordinate) }
        #expect(distances.allSatisfy { $0 < 0.02 })
        #expect(try imported.run("walk"))
        #expect(imported.lines.last == "walk: \(format), 300 points read, 0 added, 300 not new")
        #expect(try imported.points() == points)
    }

    @Test("an import of new points wakes the readers of the history, and one of known points does not")
    func wakesReaders() throws {
        let imported = try Imported()
        try imported.write("walk", try Imported.walk(300), by: GPXEncoder())
        try Directory.create(imported.directory.path + "/run/commits", mode: 0o750)
        let watcher = try DirectoryWatcher(imported.directory.path + "/run/commits")
        #expect(try imported.run("walk"))
        #expect(watcher.drain() == true)
        #expect(try imported.run("walk"))
        #expect(watcher.drain() == false)
    }

    @Test("what is skipped and what is assumed is said with its count, also of a dry run", arguments: [true, false])
    func counts(isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        let points = [("60", "10"), ("0", "0"), ("60.001", "10"), ("0.0", "0.0")].enumerated().map {
            "<trkpt lat='\($1.0)' lon='\($1.1)'><time>2026-01-01T00:00:0\($0)Z</time><hdop>12</hdop></trkpt>"
        }
        try imported.write("a.gpx", "<gpx creator='OsmAnd'><trk>\n\(points.joined(separator: "\n"))</trk></gpx>")
        #expect(try imported.run("a.gpx"))
        let added = isDryRun ? "2 new, from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:02.000Z, of import" : "2 added"
        let assumed = "assumed: 2 (accuracy in metres from hdop, as its creator writes it)"
        let skipped = "skipped: 2 (0,0 instead of a position), the first at line 3"
        #expect(imported.lines == ["a.gpx: GPX, 2 points read, \(added); \(assumed); \(skipped)"])
        guard !isDryRun else { return }
        #expect(try imported.points().map { $0.fix.horizontalAccuracy?.radius } == [12, 12])
    }

    @Test("OwnTracks' records are imported")
    func ownTracks() throws {
        let imported = try Imported()
        let line = #"{"_type":"location","lat":-37.8,"lon":144.9,"tst":1767225600,"acc":12}"#
        try imported.write("a.rec", "2026-01-01T00:00:00Z\t*                 \t\(line)\n")
        #expect(try imported.run("a.rec"))
        #expect(try imported.points().map(\.timestamp) == [Imported.start])
    }

    @Test("gpsd's JSON is decoded as by the daemon, with the satellites of the epoch")
    func gpsd() throws {
        let imported = try Imported()
        let seen = [true, true, false].enumerated().map {
            #"{"PRN":\#($0 + 1),"el":40.0,"az":90.0,"ss":30.0,"used":\#($1)}"#
        }
        let sky = #"{"class":"SKY","device":"/dev/a","hdop":1.0,"satellites":[\#(seen.joined(separator: ","))]}"#
        let tpvs = (0..<3).map {
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-01-01T00:00:0\#($0).000Z","lat":-37.8,"lon":144.9}"#
        }
        let none = #"{"class":"TPV","device":"/dev/a","mode":1}"#
        let lines = [#"{"class":"VERSION","release":"3.22"}"#, sky] + tpvs + [none, #"{"class":"TPV","devi"#]
        try imported.write("drive.json", lines.joined(separator: "\n"))
        #expect(try imported.run("drive.json"))
        let message = "3 points read, 3 added; skipped: 1 (no position), 1 (not readable), the first at line 6"
        #expect(imported.lines == ["drive.json: gpsd JSON, \(message)"])
        let points = try imported.points()
        #expect(points.map(\.fix.device) == ["/dev/a", "/dev/a", "/dev/a"])
        #expect(points.first?.satellitesUsed == 2)
        #expect(points.first?.fix.mode == .threeDimensional)
    }

    @Test("0,0 of gpsd's JSON is skipped with its reason and its line, and an error of gpsd is not counted")
    func gpsdWithoutPosition() throws {
        let imported = try Imported()
        func report(_ second: Int, _ place: String) -> String {
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-01-01T00:00:0\#(second).000Z",\#(place)}"#
        }
        let (place, none) = (#""lat":1.0,"lon":2.0"#, #""lat":0.0,"lon":0.0"#)
        let lines = [
            #"{"class":"VERSION","release":"3.22"}"#, report(0, place), #"{"class":"ERROR","message":"no request"}"#,
            report(1, none), report(1, none), report(2, place), report(3, none),
        ]
        try imported.write("null.json", lines.joined(separator: "\n"))
        #expect(try imported.run("null.json"))
        let skipped = "skipped: 2 (0,0 instead of a position), the first at line 4"
        #expect(imported.lines == ["null.json: gpsd JSON, 2 points read, 2 added; \(skipped)"])
    }

    @Test("the same points under another device cause a warning, other points at the same times do not")
    func duplicates() throws {
        let imported = try Imported()
        let walk = try Imported.walk(300, device: "")
        try imported.write("ride.gpx", walk, by: GPXEncoder())
        #expect(try imported.run("ride.gpx", device: "bike"))
        #expect(try imported.run("ride.gpx", device: "bike"))
        #expect(imported.errors.isEmpty)
        #expect(try imported.run("ride.gpx"))
        #expect(imported.lines.last == "ride.gpx: GPX, 300 points read, 300 added")
        let warning = "ride.gpx: the same points are in the history as \"bike\" and are now stored twice; "
        #expect(imported.errors == [warning + "--device bike adds only what is new"])
        let beside = try walk.map { point in
            var fix = point.fix
            fix.coordinate = point.coordinate.moved(north: 2, east: 0)
            return try #require(TrackPoint(fix))
        }
        try imported.write("beside.gpx", beside, by: GPXEncoder())
        #expect(try imported.run("beside.gpx", device: "second") && imported.errors.count == 1)
    }

    @Test("a file that adds no point causes no warning, and the warning quotes a device's name for a shell")
    func repeatedDuplicates() throws {
        let imported = try Imported()
        try imported.write("ride.gpx", Imported.walk(300, device: ""), by: GPXEncoder())
        #expect(try imported.run("ride.gpx", device: "Ann's bike"))
        #expect(try imported.run("ride.gpx"))
        #expect(imported.errors.count == 1)
        #expect(imported.errors.first?.hasSuffix(#"; --device 'Ann'\''s bike' adds only what is new"#) == true)
        // Of two devices with the same points, only one is found at each of them.
        #expect(try imported.run("ride.gpx") && imported.errors.count == 1)
        #expect(try imported.run("ride.gpx", device: "Ann's bike") && imported.errors.count == 1)
    }

    @Test(
        "the hint quotes an empty name, and there is none for a name that cannot be printed",
        arguments: ["a\u{1}b", ""])
    func unprintableDevice(name: String) throws {
        var sample = DuplicateSample()
        let history = MemoryHistory()
        let points = try Imported.walk(10, device: name)
        _ = history.append(points)
        try sample.add(try Imported.walk(10, device: "bike"), in: history)
        let end = name.isEmpty ? "; --device '' adds only what is new" : "and are now stored twice"
        #expect(sample.warning()?.hasSuffix(end) == true)
    }

    @Test("points of files without a device have one device, or the given one", arguments: [nil, "bike"])
    func device(name: String?) throws {
        let imported = try Imported()
        try imported.write("ride.gpx", Imported.walk(3, device: ""), by: GPXEncoder())
        #expect(try imported.run("ride.gpx", device: name))
        #expect(try imported.points().map(\.fix.device) == Array(repeating: name ?? "import", count: 3))
    }

    @Test("a file that version 0.1.0 imported as a device of its own continues that device")
    func continued() throws {
        let imported = try Imported()
        try imported.write("ride.gpx", Imported.walk(3, device: ""), by: GPXEncoder())
        #expect(try imported.run("ride.gpx", device: "import:ride.gpx"))
        #expect(try imported.run("ride.gpx"))
        #expect(imported.lines.last == "ride.gpx: GPX, 3 points read, 0 added, 3 not new")
        try imported.write("other.gpx", Imported.walk(3, device: ""), by: GPXEncoder())
        #expect(try imported.run("other.gpx"))
        #expect(try Set(imported.points().map(\.fix.device)) == ["import", "import:ride.gpx"])
    }

    @Test("points are sorted by time whatever the order of the file, also across chunks")
    func order() throws {
        let imported = try Imported()
        let walk = try Imported.walk(45_000)
        try imported.write("back.csv", walk.reversed(), by: CSVEncoder())
        #expect(try imported.run("back.csv"))
        #expect(imported.lines == ["back.csv: CSV, 45000 points read, 45000 added"])
        #expect(try imported.points().map(\.timestamp) == walk.map(\.timestamp))
    }

    @Test("the valid part of a broken file is imported, its error located, and later files follow")
    func broken() throws {
        let imported = try Imported()
        let good = #"<trkpt lat="-37.8" lon="144.9"><time>2026-01-01T00:00:00Z</time></trkpt>"#
        try imported.write("broken.gpx", "<gpx><trk><trkseg>\n\(good)\n<trkpt lat=</trkseg></gpx>")
        try imported.write("walk.csv", Imported.walk(5, device: "b"), by: CSVEncoder())
        #expect(try !imported.run("broken.gpx", "nowhere.gpx", "walk.csv"))
        try #require(imported.errors.count == 2)
        let start = "broken.gpx: GPX, 1 points read, 1 added; broken at line 3: "
        #expect(imported.errors[0].hasPrefix(start))
        #expect(imported.errors[1] == "nowhere.gpx: open: No such file or directory")
        #expect(imported.lines == ["walk.csv: CSV, 5 points read, 5 added"])
        #expect(try imported.points().count == 6)
    }

    @Test(
        "an unknown format is an error", arguments: [("", "the file is empty"), ("hello", "unknown format")])
    func noTrack(text: String, message: String) throws {
        let imported = try Imported()
        try imported.write("x", text)
        #expect(try !imported.run("x"))
        #expect(imported.errors.first?.hasPrefix("x: \(message)") == true)
        #expect(try imported.points().isEmpty)
    }

    @Test("an endless line is skipped, and the rest is imported", arguments: ["drive.json", "walk.nmea"])
    func hugeLine(name: String) throws {
        let imported = try Imported()
        let huge = String(repeating: "x", count: 3_000_000)
        let isGPSD = name.hasSuffix("json")
        let head = isGPSD ? #"{"class":"VERSION","release":"3.22"}"# + "\n{" : "$GPZDA,,,,,,*48\n$"
        let tpv = #"{"class":"TPV","device":"a","mode":2,"time":"2026-01-01T00:00:00.000Z","lat":1,"lon":2}"#
        let rmc = "$GPRMC,000000,A,0100.000,N,00200.000,E,000.0,000.0,010126,,*1A"
        try imported.write(name, "\(head)\(huge)\n\(isGPSD ? tpv : rmc)\n")
        #expect(try imported.run(name))
        #expect(imported.lines.first?.contains("1 (too long)") == true, "\(imported.lines)")
        #expect(try imported.points().count == 1, "\(imported.lines)")
    }

    @Test("a GeoJSON line with too many positions is an error, and the rest is imported")
    func longLine() throws {
        let imported = try Imported()
        let start = Timestamp(milliseconds: 1_767_225_600_000)
        let positions = (0..<200_010).map { "[\(Double($0) / 100_000),1]" }.joined(separator: ",")
        let times = (0..<200_010).map { "\((start + .seconds($0)).milliseconds)" }.joined(separator: ",")
        let line = #"{"type":"LineString","coordinates":["# + positions + "]}"
        let point = #"{"type":"Point","coordinates":[1,2]},"properties":{"time":"2020-01-01T00:00:00Z"}"#
        try imported.write(
            "long.json",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":"# + line
                + #","properties":{"coordTimes":["# + times + #"]}},{"type":"Feature","geometry":"# + point + "}]}")
        #expect(try !imported.run("long.json"))
        let skipped = "skipped: 10 (beyond the first 200,000 of a line), the first at line 1"
        #expect(imported.errors == ["long.json: GeoJSON, 200001 points read, 200001 added; \(skipped)"])
    }

    @Test("files without any usable point are nothing found, unless one of them was not read to its end")
    func nothing() throws {
        let imported = try Imported()
        try imported.write("untimed.gpx", #"<gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>"#)
        try imported.write("empty.gpx", "<gpx></gpx>")
        try imported.write("walk.csv", Imported.walk(5), by: CSVEncoder())
        try imported.write("broken.gpx", "<gpx><trk>")
        let message = "nothing to import: no point with a position and a time was found"
        #expect(try imported.code(["untimed.gpx", "empty.gpx"]) == .nothingKnown)
        #expect(imported.errors == [message] && imported.lines.count == 2)
        #expect(try imported.code(["untimed.gpx", "walk.csv"]) == .success)
        #expect(try imported.code(["walk.csv"]) == .success, "points that are not new are usable")
        #expect(try imported.code(["empty.gpx", "broken.gpx"]) == .failure)
        #expect(!imported.errors.dropFirst().contains(message))
    }

    @Test("another user's history is not changed, and the error names it")
    func foreign() throws {
        let imported = try Imported()
        try imported.write("walk.csv", Imported.walk(5), by: CSVEncoder())
        #expect(try imported.run("walk.csv"))
        try imported.directory.write("state/history.db", Array("no database, but a text of some length".utf8))
        #expect(throws: HistoryError.self) { try imported.run("walk.csv") }
    }
}
