import Basics
import CommandLine
import History
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// Two receivers on one walk, in one import.
struct SourceSeparationTests {
    /// A walk north with a point at an interval in seconds, some metres east of another one.
    private static func walk(
        _ count: Int, every step: Double, from start: Double = 0, east: Double = 0, device: String = "import"
    ) throws -> [TrackPoint] {
        try (0..<count).map { index in
            let seconds = start + Double(index) * step
            var fix = Fix(device: device)
            fix.timestamp = Imported.start + .milliseconds(Int64(seconds * 1000))
            fix.coordinate = Coordinate(latitude: 48 + seconds * 1.25e-5, longitude: 11 + east * 1.35e-5)
            return try #require(TrackPoint(fix))
        }
    }

    private static func gpx(_ tracks: [[TrackPoint]]) -> String {
        let text = tracks.map { points in
            let items = points.map {
                let place = "lat='\($0.coordinate.latitude)' lon='\($0.coordinate.longitude)'"
                return "<trkpt \(place)><time>\($0.timestamp.iso8601)</time></trkpt>"
            }
            return "<trk><trkseg>\(items.joined(separator: "\n"))</trkseg></trk>"
        }
        return "<gpx>\(text.joined(separator: "\n"))</gpx>"
    }

    private func devices(_ imported: Imported) throws -> [String: Int] {
        Dictionary(grouping: try imported.points(), by: \.fix.device).mapValues(\.count)
    }

    private static let notice = "recorded at the same time as other tracks, so kept apart"

    @Test(
        "two files of one walk are two devices, whether their times are equal, between, or less frequent",
        arguments: [(0.0, 10.0), (3, 10), (0, 30), (1, 1)], [true, false])
    func files(timing: (start: Double, step: Double), isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        try imported.write("phone.gpx", Self.gpx([try Self.walk(60, every: 10)]))
        let watch = try Self.walk(20, every: timing.step, from: timing.start, east: 8)
        try imported.write("watch.gpx", Self.gpx([watch]))
        #expect(try imported.run("phone.gpx", "watch.gpx"))
        #expect(imported.lines.count == 3 && imported.lines[1].hasPrefix("watch.gpx: GPX, 20 points read, 20 "))
        #expect(imported.lines.last == "watch.gpx: \(Self.notice): 20 points as \"import 2\"")
        guard !isDryRun else { return }
        #expect(try devices(imported) == ["import": 60, "import 2": 20])
        #expect(try imported.run("phone.gpx", "watch.gpx"))
        #expect(try devices(imported) == ["import": 60, "import 2": 20])
    }

    @Test("two tracks in one file, and a third source in another, are three devices")
    func tracks() throws {
        let imported = try Imported()
        let both = try [Self.walk(30, every: 10), Self.walk(30, every: 10, from: 4, east: 5)]
        try imported.write("a.gpx", Self.gpx(both))
        try imported.write("b.gpx", Self.gpx([try Self.walk(50, every: 6, from: 1, east: -9)]))
        #expect(try imported.run("a.gpx", "b.gpx", device: "bike"))
        #expect(
            imported.lines == [
                "a.gpx: GPX, 60 points read, 60 added", "a.gpx: \(Self.notice): 30 points as \"bike 2\"",
                "b.gpx: GPX, 50 points read, 50 added", "b.gpx: \(Self.notice): 50 points as \"bike 3\"",
            ])
        #expect(try devices(imported) == ["bike": 30, "bike 2": 30, "bike 3": 50])
    }

    @Test("two tracks of KML, lines of GeoJSON and segments of GPX are two devices", arguments: [0, 1, 2])
    func formats(format: Int) throws {
        let imported = try Imported()
        let both = try [Self.walk(30, every: 10), Self.walk(30, every: 10, from: 4, east: 5)]
        let items = both.map { track in
            let places = track.map { ($0.timestamp.iso8601, "\($0.coordinate.longitude)", "\($0.coordinate.latitude)") }
            switch format {
            case 0:
                let points = places.map { "<when>\($0.0)</when><gx:coord>\($0.1) \($0.2) 0</gx:coord>" }
                return "<Placemark><gx:Track>\(points.joined())</gx:Track></Placemark>"
            case 1:
                let times = places.map { "\"\($0.0)\"" }.joined(separator: ",")
                let line = places.map { "[\($0.1),\($0.2)]" }.joined(separator: ",")
                return """
                    {"type":"Feature","geometry":{"type":"LineString","coordinates":[\(line)]},
                    "properties":{"coordTimes":[\(times)]}}
                    """
            default:
                let points = places.map { "<trkpt lat='\($0.2)' lon='\($0.1)'><time>\($0.0)</time></trkpt>" }
                return "<trkseg>\(points.joined())</trkseg>"
            }
        }
        let kml = "<kml xmlns='http://www.opengis.net/kml/2.2' xmlns:gx='http://www.google.com/kml/ext/2.2'><Document>"
        let text = [
            kml + items.joined() + "</Document></kml>",
            #"{"type":"FeatureCollection","features":["# + items.joined(separator: ",") + "]}",
            "<gpx><trk>" + items.joined() + "</trk></gpx>",
        ][format]
        try imported.write("a", text)
        #expect(try imported.run("a"))
        #expect(imported.lines.last == "a: \(Self.notice): 30 points as \"import 2\"")
        #expect(try devices(imported) == ["import": 30, "import 2": 30])
    }

    @Test("receivers with identifiers are devices in all files of an import, and a line names those after the first")
    func identifiers() throws {
        let imported = try Imported()
        func text(_ owner: String, from start: Double) throws -> String {
            let points = try Self.walk(20, every: 10, from: start).map {
                #"{"tracker_id":"\#(owner)","timestamp":"\#($0.timestamp.iso8601)","latitude":48,"longitude":"#
                    + "\($0.coordinate.latitude)}"
            }
            return "[\(points.joined(separator: ","))]"
        }
        try imported.write("a.json", text("aa", from: 0))
        try imported.write("b.json", text("bb", from: 5))
        try imported.write("c.json", text("aa", from: 1000))
        try imported.write("d.json", text("bb", from: 1003))
        #expect(try imported.code(["a.json", "b.json", "c.json", "d.json"]) == .success)
        #expect(try devices(imported) == ["import": 40, "bb": 40])
        let (added, named) = ("JSON points, 20 points read, 20 added", "of other receivers, by their identifiers")
        let together = "devices that recorded at the same time are kept apart: \"bb\", \"import\""
        #expect(
            imported.lines == [
                "a.json: \(added)", "b.json: \(added); \(named): 20 points as \"bb\"", "b.json: \(together)",
                "c.json: \(added)", "d.json: \(added); \(named): 20 points as \"bb\"", "d.json: \(together)",
            ])
    }

    @Test("devices that a file distinguishes are named if they recorded at the same time, and only then")
    func columns() throws {
        let imported = try Imported()
        let points = try Self.walk(20, every: 10, device: "phone") + Self.walk(20, every: 10, from: 5, device: "watch")
        let later = try Self.walk(20, every: 10, from: 5000, device: "car")
        try imported.write("a.csv", (points + later).sorted { $0.timestamp < $1.timestamp }, by: CSVEncoder())
        #expect(try imported.run("a.csv"))
        let notice = "devices that recorded at the same time are kept apart"
        #expect(imported.lines.last == "a.csv: \(notice): \"phone\", \"watch\"")
        #expect(try devices(imported) == ["phone": 20, "watch": 20, "car": 20])
    }

    @Test("a copy of a track, parts of it, and tracks one after another are one device without a notice")
    func copies() throws {
        let imported = try Imported()
        let walk = try Self.walk(300, every: 1)
        try imported.write("all.gpx", Self.gpx([walk]))
        try imported.write("copy.csv", walk, by: CSVEncoder())
        try imported.write("part.gpx", Self.gpx([Array(walk[100..<160])]))
        let thin = walk.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
        try imported.write("thin.gpx", Self.gpx([thin]))
        try imported.write("next.gpx", Self.gpx([try Self.walk(100, every: 1, from: 299.5)]))
        let names = ["thin.gpx", "all.gpx", "copy.csv", "part.gpx", "next.gpx"]
        #expect(try imported.code(names) == .success)
        #expect(imported.lines.count == names.count)
        #expect(try devices(imported) == ["import": 400])
    }

    @Test("days in any order, points in any order and segments are one device", arguments: [0, 1, 2])
    func order(kind: Int) throws {
        let imported = try Imported()
        let walk = try Self.walk(200, every: 10)
        switch kind {
        case 0: try imported.write("a.gpx", Self.gpx([Array(walk[100...]), Array(walk[..<100])]))
        case 1: try imported.write("a.gpx", Self.gpx([walk.reversed()]))
        default:
            try imported.write("a.gpx", Self.gpx([(0..<200).map { walk[$0 * 73 % 200] }]))
        }
        #expect(try imported.run("a.gpx"))
        #expect(imported.lines.count == 1)
        #expect(try devices(imported) == ["import": 200])
    }

    @Test("what an earlier version imported as one device is not stored twice")
    func earlier() throws {
        let imported = try Imported()
        let (phone, watch) = (try Self.walk(60, every: 10), try Self.walk(60, every: 10, from: 5, east: 8))
        try imported.write("phone.gpx", Self.gpx([phone]))
        try imported.write("watch.gpx", Self.gpx([watch]))
        #expect(try imported.run("phone.gpx") && imported.run("watch.gpx"))
        #expect(try devices(imported) == ["import": 120])
        #expect(try imported.run("phone.gpx", "watch.gpx"))
        #expect(try devices(imported) == ["import": 120])
    }

    @Test("a large file and a second source in the middle of it, which are compared by samples")
    func large() throws {
        let imported = try Imported()
        try imported.write("phone.csv", try Self.walk(90_000, every: 1), by: CSVEncoder())
        try imported.write("watch.gpx", Self.gpx([try Self.walk(600, every: 2, from: 70_000.5, east: 8)]))
        try imported.write("copy.gpx", Self.gpx([try Self.walk(5000, every: 1, from: 40_000)]))
        #expect(try imported.run("phone.csv", "watch.gpx", "copy.gpx"))
        #expect(try devices(imported) == ["import": 90_000, "import 2": 600])
    }

    @Test("a long track that meets another one in its middle is one device", arguments: [true, false])
    func longTrack(isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        try imported.write("watch.gpx", Self.gpx([try Self.walk(600, every: 2, from: 50_000.5, east: 8)]))
        try imported.write("phone.csv", try Self.walk(70_000, every: 1), by: CSVEncoder())
        #expect(try imported.run("watch.gpx", "phone.csv"))
        #expect(imported.lines.count == 3 && imported.lines[1].hasPrefix("phone.csv: CSV, 70000 points read, 70000 "))
        #expect(imported.lines.last == "phone.csv: \(Self.notice): 70000 points as \"import 2\"")
        guard !isDryRun else { return }
        #expect(try devices(imported) == ["import": 600, "import 2": 70_000])
        #expect(try imported.run("watch.gpx", "phone.csv"))
        #expect(try devices(imported) == ["import": 600, "import 2": 70_000])
    }

    @Test("a long copy of a short track, and long tracks one after another, are one device and complete")
    func longCopy() throws {
        let imported = try Imported()
        let walk = try Self.walk(60_000, every: 1)
        try imported.write("part.gpx", Self.gpx([Array(walk[30_000..<31_000])]))
        try imported.write("all.csv", walk, by: CSVEncoder())
        try imported.write("next.csv", try Self.walk(30_000, every: 1, from: 60_000), by: CSVEncoder())
        #expect(try imported.run("part.gpx", "all.csv", "next.csv"))
        #expect(imported.lines.count == 3)
        let points = try imported.points()
        #expect(points.count == 90_000 && Set(points.map(\.fix.device)) == ["import"])
        let seconds = points.map { ($0.timestamp - Imported.start).milliseconds }
        #expect(seconds == (0..<90_000).map { Int64($0) * 1000 })
    }

    @Test(
        "a copy with fewer decimals and equal times is a copy, in either order", arguments: [3.0, 4, 5, 6],
        [FloatingPointRoundingRule.toNearestOrAwayFromZero, .towardZero])
    func rounded(decimals: Double, rule: FloatingPointRoundingRule) throws {
        let scales: [Double: Double] = [3: 1e3, 4: 1e4, 5: 1e5, 6: 1e6]
        let scale = try #require(scales[decimals])
        let walk = try Self.walk(300, every: 10, east: 3.7)
        let copy = try walk.map { point in
            var fix = point.fix
            let place = point.coordinate
            fix.coordinate = Coordinate(
                latitude: (place.latitude * scale).rounded(rule) / scale,
                longitude: (place.longitude * scale).rounded(rule) / scale)
            return try #require(TrackPoint(fix))
        }
        for (first, second) in [(walk, copy), (copy, walk)] {
            let imported = try Imported()
            try imported.write("a.gpx", Self.gpx([first]))
            try imported.write("b.csv", second, by: CSVEncoder())
            #expect(try imported.run("a.gpx", "b.csv"))
            #expect(try devices(imported) == ["import": 300])
        }
    }

    @Test("two receivers with four decimals, more than they can differ apart, are two devices")
    func coarseReceivers() throws {
        let imported = try Imported()
        for (name, east) in [("a.gpx", 0.0), ("b.gpx", 30)] {
            let walk = try Self.walk(300, every: 10, east: east).map { point in
                var fix = point.fix
                fix.coordinate = Coordinate(
                    latitude: (point.coordinate.latitude * 1e4).rounded() / 1e4,
                    longitude: (point.coordinate.longitude * 1e4).rounded() / 1e4)
                return try #require(TrackPoint(fix))
            }
            try imported.write(name, Self.gpx([walk]))
        }
        #expect(try imported.run("a.gpx", "b.gpx"))
        #expect(try devices(imported) == ["import": 300, "import 2": 300])
    }

    @Test("very many tracks, devices and points of one time end in time")
    func limits() throws {
        let separator = SourceSeparator { _, _ in false }
        var points = try (0..<40_000).map { try Self.walk(1, every: 1, from: 7, device: "\($0 % 20_000)")[0] }
        separator.begin()
        try separator.separate(&points, at: Array(1..<12_000))
        #expect(points.count == 40_000)
    }
}
