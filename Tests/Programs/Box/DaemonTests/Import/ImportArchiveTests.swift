import Basics
import CommandLine
import Compression
import Configuration
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// Compressed tracks and archives.
struct ImportArchiveTests {
    @Test("a compressed track is imported like the track itself, and named by its own name")
    func gzip() throws {
        let imported = try Imported()
        try imported.write("walk.gpx", Imported.walk(300), by: GPXEncoder())
        try imported.directory.write("walk.gpx.gz", Gzip.compress(try imported.directory.bytes("walk.gpx")))
        #expect(try imported.run("walk.gpx.gz", "walk.gpx"))
        #expect(imported.lines.first == "walk.gpx.gz: GPX, 300 points read, 300 added")
        #expect(imported.lines.last == "walk.gpx: GPX, 300 points read, 0 added, 300 not new")
    }

    @Test("each track of an archive has a line, also compressed ones; other files are counted")
    func zip() throws {
        let imported = try Imported()
        try imported.write("a.gpx", Imported.walk(30), by: GPXEncoder())
        try imported.write("b.kml", Imported.walk(40), by: KMLEncoder())
        let other = Array("<html>".utf8)
        let files = try [
            ("x/a.gpx.gz", Gzip.compress(imported.directory.bytes("a.gpx"))),
            ("x/b.kml", imported.directory.bytes("b.kml")),
            ("index.html", other), ("photo", [0xFF, 0xD8]),
        ]
        try imported.directory.write("all.zip", Self.archive(files))
        #expect(try imported.run("all.zip"))
        #expect(
            imported.lines == [
                "all.zip/x/a.gpx.gz: GPX, 30 points read, 30 added",
                "all.zip/x/b.kml: KML, 40 points read, 10 added, 30 not new",
                "all.zip: other files in it that are no tracks: 2",
            ])
    }

    @Test("files of an archive that gpsbabel can read are counted apart, with the command")
    func foreign() throws {
        let imported = try Imported()
        try imported.write("a.gpx", Imported.walk(30), by: GPXEncoder())
        let fit = [14, 16, 17, 8, 180, 10, 0, 0] + Array(".FIT".utf8) + [0xF4, 0x92]
        let activities = [("0.fit.gz", Gzip.compress(fit)), ("1.fit", fit)]
        let others = [("a.gpx", try imported.directory.bytes("a.gpx")), ("index.html", Array("<html>".utf8))]
        try imported.directory.write("all.zip", Self.archive(activities + others))
        let fix = "Garmin FIT; fix: whereismy import --via gpsbabel garmin_fit FILE"
        #expect(try imported.run("all.zip"))
        #expect(imported.lines.last == "all.zip: other files in it that are no tracks: 1")
        #expect(imported.errors == ["all.zip: files in it to unpack: 2, \(fix)"])
        try imported.directory.write("fit.zip", Self.archive(activities))
        #expect(try imported.code(["fit.zip"]) == .failure)
        let none = "fit.zip: none of the 2 files in it is a track in a known format"
        #expect(imported.errors.dropFirst() == ["fit.zip: files in it to unpack: 2, \(fix)", none])
    }

    @Test("JSON that seems to have points and has none is in no known format, and another file in an archive")
    func otherJSON() throws {
        let imported = try Imported()
        let geodata = #""geoData":{"latitude":1,"longitude":2}"#
        let photo = Array(#"{"photoTakenTime":{"timestamp":"1"},\#(geodata),"date":"x"}"#.utf8)
        try imported.directory.write("photo.json", photo)
        try imported.write("a.gpx", Imported.walk(30), by: GPXEncoder())
        let files = [("a.gpx", try imported.directory.bytes("a.gpx")), ("photo.json", photo)]
        try imported.directory.write("all.zip", Self.archive(files))
        #expect(try imported.run("all.zip"))
        #expect(imported.lines.last == "all.zip: other files in it that are no tracks: 1" && imported.errors.isEmpty)
        #expect(try imported.code(["photo.json"]) == .failure)
        #expect(imported.errors.allSatisfy { $0.hasPrefix("photo.json: unknown format; supported: GPX") })
    }

    @Test("a tar archive in a gzip file is imported like a zip archive, and its directories are not counted")
    func tar() throws {
        let imported = try Imported()
        try imported.write("a.gpx", Imported.walk(30), by: GPXEncoder())
        let archive =
            try Self.tarEntry("x/", type: "5", [])
            + Self.tarEntry("x/a.gpx", type: "0", imported.directory.bytes("a.gpx"))
            + Self.tarEntry("index.html", type: "0", Array("<html>".utf8)) + [UInt8](repeating: 0, count: 1024)
        try imported.directory.write("all.tgz", Gzip.compress(archive))
        try imported.directory.write("cut.tar", Array(archive.dropLast(1024)))
        #expect(try imported.run("all.tgz"))
        #expect(try imported.code(["cut.tar"]) == .failure)
        #expect(
            imported.lines == [
                "all.tgz/x/a.gpx: GPX, 30 points read, 30 added", "all.tgz: other files in it that are no tracks: 1",
                "cut.tar/x/a.gpx: GPX, 30 points read, 0 added, 30 not new",
                "cut.tar: other files in it that are no tracks: 1",
            ])
        #expect(imported.errors.first == "cut.tar: the compressed file is not complete")
    }

    private static func tarEntry(_ name: String, type: String, _ bytes: [UInt8]) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at start: Int) {
            for (index, byte) in text.utf8.enumerated() { header[start + index] = byte }
        }
        put(name, at: 0)
        let size = String(bytes.count, radix: 8)
        put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
        put("        ", at: 148)
        put(type, at: 156)
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0}", at: 148)
        return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }

    @Test("an archive without a track is an error, and so is one that ends too early")
    func broken() throws {
        let imported = try Imported()
        try imported.directory.write("none.zip", Self.archive([("index.html", Array("<html>".utf8))]))
        try imported.write("a.gpx", Imported.walk(30), by: GPXEncoder())
        let packed = try Gzip.compress(imported.directory.bytes("a.gpx"))
        try imported.directory.write("cut.gz", packed.dropLast(9))
        try imported.directory.write("empty.gz", Array(packed.prefix(12)))
        #expect(try imported.code(["none.zip", "cut.gz", "empty.gz"]) == .failure)
        #expect(
            imported.errors == [
                "none.zip: none of the 1 files in it is a track in a known format",
                "cut.gz: GPX, 30 points read, 30 added; broken off: the compressed file is not complete, "
                    + "points before it are imported",
                "empty.gz: the compressed file is not complete",
            ])
    }

    @Test("a dry run counts what would be new, says when and of which device, and adds nothing")
    func dryRun() throws {
        let imported = try Imported()
        try imported.write("walk.csv", Imported.walk(20, device: "a"), by: CSVEncoder())
        try imported.write("more.csv", Imported.walk(30, device: "a"), by: CSVEncoder())
        imported.isDryRun = true
        #expect(try imported.run("walk.csv"))
        let span = "from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:19.000Z, of a"
        #expect(imported.lines == ["walk.csv: CSV, 20 points read, 20 new, \(span)"])
        #expect(!imported.hasHistory)
        imported.isDryRun = false
        #expect(try imported.run("walk.csv"))
        imported.isDryRun = true
        #expect(try imported.run("more.csv"))
        #expect(imported.lines.last?.hasPrefix("more.csv: CSV, 30 points read, 10 new, 20 not new, from") == true)
        #expect(try imported.points().count == 20)
    }

    @Test("columns can be given")
    func columns() throws {
        let imported = try Imported()
        try imported.write("log", "x,1767225600,-37.8,144.9\n")
        imported.columns = "-,time,lat,lon"
        #expect(try imported.run("log"))
        #expect(imported.lines == ["log: CSV, 1 points read, 1 added"])
    }

    /// Returns a zip archive of files that are not compressed (APPNOTE.TXT, 4.3.7).
    private static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var archive: [UInt8] = []
        for (name, bytes) in files {
            let size = number(bytes.count, 4)
            // The end of a gzip file begins with its checksum.
            let sum = Array(Gzip.compress(bytes).suffix(8).prefix(4))
            archive += [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0] + sum + size + size
            archive += number(name.utf8.count, 2) + [0, 0] + Array(name.utf8) + bytes
        }
        return archive + [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
