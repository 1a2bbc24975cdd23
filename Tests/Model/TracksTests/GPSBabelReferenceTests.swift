import Basics
import Linux
import Location
import TestSupport
import Testing
import Tracks

/// GPSBabel's own reference files have as many points here as in gpsbabel, at the same places.
@Suite(
    .enabled(if: GPSBabelSource.isPresent, "WHEREISMY_GPSBABEL_SOURCE is not set (packaging/fetch-gpsbabel-source)"),
    .enabled(if: ExternalTool.gpsbabel.isPresent, "gpsbabel is not installed (Debian: gpsbabel)"))
struct GPSBabelReferenceTests {
    private func file(_ name: String) throws -> String {
        try #require(GPSBabelSource.folder) + "/reference/" + name
    }

    private func read(_ name: String) throws -> ParsedTrack {
        Sample.read(try FileContents.read(try file(name), limit: 1 << 26))
    }

    /// Converts a file to GPX with gpsbabel, as an import does with `--via gpsbabel`.
    private func converted(_ name: String, from format: String) throws -> ParsedTrack {
        let folder = try ScratchFolder()
        let arguments = ["-t", "-i", format, "-f", try file(name), "-o", "gpx", "-F", "-"]
        return Sample.read(try ExternalTool.gpsbabel.run(arguments, in: folder.path))
    }

    private func check(_ name: String, as format: String, isWhole: Bool = true) throws {
        let (track, peer) = (try read(name), try converted(name, from: format))
        #expect(track.error == nil && peer.error == nil)
        #expect(track.count > 0 && track.count == peer.count, "\(name)")
        if isWhole { #expect(track.skipped.isEmpty, "\(name)") }
        for (point, expected) in zip(track.points, peer.points) {
            #expect(point.timestamp == expected.timestamp)
            #expect(point.coordinate.distance(to: expected.coordinate) < 0.02)
        }
    }

    @Test(
        "gx:Track of KML, of gpsbabel and of other programs",
        arguments: ["track/google_ext", "track/Placemark-Track-1"])
    func kml(name: String) throws {
        try check(name + ".kml", as: "kml")
    }

    @Test("a placemark with a moment beside a track is one more point")
    func beside() throws {
        let name = "track/gtrnctr_power-kml.kml"
        let (track, peer) = (try read(name), try converted(name, from: "kml"))
        #expect(track.error == nil && peer.count > 5000 && track.count == peer.count + 1)
        #expect(track.points.dropFirst().map(\.timestamp) == peer.points.map(\.timestamp))
    }

    @Test("positions without a value keep the times of the others")
    func openTracks() throws {
        try check("track/opentracks.kml", as: "kml", isWhole: false)
        #expect(try read("track/opentracks.kml").skipped == [.noPosition: 2])
    }

    @Test("of a line with a time span, the ends have its times; gpsbabel gives the points between some too")
    func skydrop() throws {
        let (track, peer) = (try read("track/skydrop.kml"), try converted("track/skydrop.kml", from: "kml"))
        #expect(track.points.map(\.timestamp) == [peer.points.first, peer.points.last].map { $0?.timestamp })
        #expect(peer.count > 1000 && track.skipped == [.timeSpan: peer.count - 2])
    }

    @Test("placemarks with a moment are points; a year, a month or a day is no moment")
    func moments() throws {
        let track = try read("xsddatetime.kml")
        #expect(track.count == 2 && track.skipped == [.badTime: 3])
    }

    @Test(
        "TCX",
        arguments: ["bike", "history", "kona2013", "tcxdata", "gtrnctr_power", "gtrnctr-lap_s", "tcxtest~gpx-history"])
    func tcx(name: String) throws {
        try check("track/\(name).tcx", as: "gtrnctr", isWhole: false)
    }

    @Test("the points of a course are counted, and not imported")
    func course() throws {
        let peer = try converted("track/course.tcx", from: "gtrnctr")
        let track = try read("track/course.tcx")
        // Some have no position, for gpsbabel.
        #expect(track.count == 0 && track.skipped.keys.elementsEqual([.notTrack]))
        #expect(peer.count > 1000 && track.skipped[.notTrack, default: 0] >= peer.count)
    }

    @Test("Semantic Location History: the ends of all movements, and visits, that gpsbabel finds, at the same moments")
    func takeout() throws {
        let months = try ["2013_MAY", "2013_JUNE"].map { try read("googletakeout/2013/\($0).json") }
        #expect(months.allSatisfy { $0.error == nil && $0.skipped.isEmpty })
        // What gpsbabel 1.9 writes: it does not date the waypoints between the ends, nor read the raw path.
        let peer = try read("googletakeout/googletakeout.gpx")
        let found = Set(months.flatMap(\.points).map { Moment($0) })
        #expect(peer.count > 0 && peer.points.allSatisfy { found.contains(Moment($0)) })
    }

    private struct Moment: Hashable {
        let time: Timestamp
        let latitude, longitude: Int

        init(_ point: TrackPoint) {
            time = point.timestamp
            latitude = Int((point.coordinate.latitude * 1e6).rounded())
            longitude = Int((point.coordinate.longitude * 1e6).rounded())
        }
    }

    @Test(
        "CSV with the columns of gpsbabel and of loggers",
        arguments: [
            "track/bike~unicsv", "track/garminconnect", "track/sim", "track/nmeadatetime", "track/history~tcx",
        ])
    func csv(name: String) throws {
        try check(name + ".csv", as: "unicsv,utc=0")
    }

    @Test("the CSV of a data logger, with hemispheres and units beside its numbers")
    func logger() throws {
        for name in ["iblue747", "mtk_logger_m241"] {
            let track = try read("track/\(name).csv")
            #expect(track.error == nil && track.count > 0 && track.skipped.isEmpty, "\(name): \(track.skipped)")
        }
    }
}
