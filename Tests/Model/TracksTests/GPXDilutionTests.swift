import Basics
import Location
import Testing
import Tracks

/// The accuracy that programs write into GPX's `hdop`.
struct GPXDilutionTests {
    private func read(_ hdop: [String], creator: String?, more: String = "") -> ParsedTrack {
        let points = hdop.enumerated().map { index, value in
            "<trkpt lat='1' lon='2'><time>2026-01-01T00:00:0\(index)Z</time><hdop>\(value)</hdop>\(more)</trkpt>"
        }
        let attribute = creator.map { " creator='\($0)'" } ?? ""
        return Sample.read("<gpx version='1.1'\(attribute)><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    }

    private static let metres = TrackAssumption.dilutionOfCreator

    @Test(
        "it is in metres in the files of phones' programs, which is said with the number of points",
        arguments: [
            ("OsmAnd+ 4.5.10", 1.0), ("OsmAnd Maps 4.7.10 (4.7.10.1)", 1), ("OsmAndRouterV2", 1), ("osmand~", 1),
            ("OsmAnd~ 5.0.0", 1), ("Soundscape 1.4.0 (12)", 1), ("MemoLanes", 1), ("Locus Map 4", 1), ("LOCUS", 1),
            ("Locus Map, Android", 1), (" Locus Android ", 1), ("Locus", 1), ("StreetComplete 58.2", 1),
            ("OSMTracker for Android™ - https://github.com/labexp/osmtracker-android", 4), ("net.osmand.plus", 1),
            ("net.osmand 4.5", 1), ("net.osmand.dev", 1), ("NET.OSMAND~", 1), ("menion.android.locus.pro", 1),
            ("de.westnordost.streetcomplete 58.2", 1), ("net.osmtracker", 4),
        ])
    func metres(creator: String, unit: Double) {
        let track = read(["12", "3.216", "400"], creator: creator)
        let radii = [12, 3.216, 400].map { HorizontalAccuracy(radius: $0 * unit, origin: .receiver) }
        #expect(track.points.map(\.fix.horizontalAccuracy) == radii)
        #expect(track.assumed == [Self.metres: 3] && track.skipped.isEmpty)
    }

    @Test(
        "it is a dilution in other files",
        arguments: [
            nil, "", "case", "GPSLogger 131", "GPSBabel - https://www.gpsbabel.org", "Locuspace", "My OsmAnd",
            "com.mendhak.gpslogger",
            "org.locuspace", "v1.locusts",
        ])
    func dilution(creator: String?) {
        let track = read(["0.8", "12", "99.99"], creator: creator)
        let radii = [0.8, 12, 99.99].map { HorizontalAccuracy(radius: $0 * 19, origin: .dilution) }
        #expect(track.points.map(\.fix.horizontalAccuracy) == radii && track.assumed.isEmpty)
    }

    private func radii(_ hdop: [String]) -> [Double?] {
        read(hdop, creator: nil).points.map { $0.fix.horizontalAccuracy?.radius }
    }

    @Test("a value that no receiver has with a position is in metres, and one that no phone has is a dilution")
    func values() {
        let track = read(["0.7", "65", "1500"], creator: nil)
        #expect(track.points.map { $0.fix.horizontalAccuracy?.radius } == [0.7 * 19, 65, 1500])
        #expect(track.assumed == [.hugeDilution: 2])
        let poor = read(["1.2", "1.4", "62.5", "1.1"], creator: nil)
        let dilutions: [Double] = [1.2, 1.4, 62.5, 1.1]
        let expected: [Double?] = dilutions.map { $0 > 50 ? $0 : $0 * 19 }
        #expect(poor.points.map { $0.fix.horizontalAccuracy?.radius } == expected)
        #expect(poor.assumed == [.hugeDilution: 1])
        let edited = read(["0.9", "1"], creator: "OsmAnd")
        let logged = read(["62.5"], creator: "GPSD 3.22 - https://gpsd.gitlab.io/gpsd")
        #expect(logged.points.map { $0.fix.horizontalAccuracy?.radius } == [62.5 * 19] && logged.assumed.isEmpty)
        #expect(edited.points.map { $0.fix.horizontalAccuracy?.radius } == [0.9 * 19, 1])
        #expect(edited.assumed == [Self.metres: 1])
    }

    @Test(
        "the values of a file of an unknown program are in metres if no receiver has such ones",
        arguments: [
            ["12", "12", "12", "12"], ["30", "48", "65", "5"], ["5", "3.79", "4.288"], ["3.9001", "99.99"],
            ["10", "16", "24.5", "11"], ["12"], ["48.5"], ["100"], ["16", "12"], ["100", "5", "5"],
            ["5", "5", "100", "4"],
            ["3", "65"], ["4.551"], ["1.5", "51"],
        ])
    func ofPhones(hdop: [String]) {
        let track = read(hdop, creator: "an app")
        #expect(track.points.map { $0.fix.horizontalAccuracy?.radius } == hdop.map { Double($0) })
        #expect(track.assumed == [.dilutionOfValues: hdop.count])
    }

    @Test(
        "the values of a receiver are dilutions",
        arguments: [
            ["0.8", "1.1", "31.2", "31.2", "31.2"], ["8"], ["2", "4", "30"], ["1.2000000477", "3.2000000477"],
            ["1.234", "2.345"], ["99.99", "99.99", "99.99"], ["10", "10", "10"],
            ["99.99"], ["5", "5"], ["0.9", "31.2"],
        ])
    func ofReceivers(hdop: [String]) {
        #expect(radii(hdop) == hdop.map { Double($0).map { $0 * 19 } })
    }

    @Test("what another program leaves of OsmAnd or Locus counts as their name", arguments: ["osmand", "locus"])
    func namespaces(prefix: String) {
        let point = "<trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time><hdop>7</hdop></trkpt>"
        let root = "<gpx creator='editor' xmlns:\(prefix)='https://example.org'>"
        let track = Sample.read("\(root)<trk><trkseg>\(point)</trkseg></trk></gpx>")
        #expect(track.points.first?.fix.horizontalAccuracy?.radius == 7 && track.assumed == [Self.metres: 1])
    }

    @Test(
        "the points before the values are known keep their order, also in a file that breaks off",
        arguments: [5, 256, 600, 1024, 1500])
    func order(count: Int) {
        let points = (0..<count).map { index in
            "<trkpt lat='1' lon='2'><time>\((Sample.start + .seconds(index)).iso8601)</time><hdop>12</hdop></trkpt>"
        }
        let track = Sample.read("<gpx><trk><trkseg>\(points.joined())</trk></gpx>", chunkSize: 999)
        #expect(track.error != nil && track.count == count && track.assumed == [.dilutionOfValues: count])
        #expect(track.points.map(\.timestamp) == (0..<count).map { Sample.start + .seconds($0) })
    }

    @Test("OpenTracks' accuracy is in metres")
    func openTracks() {
        let more =
            "<extensions><a:TrackPointExtension><o:accuracy_horizontal>4</o:accuracy_horizontal>"
            + "<o:accuracy_vertical>6</o:accuracy_vertical></a:TrackPointExtension></extensions>"
        let fix = read(["7"], creator: "OpenTracks", more: more).points.first?.fix
        #expect(fix?.horizontalAccuracy == HorizontalAccuracy(radius: 4, origin: .receiver))
        #expect(fix?.verticalAccuracy == nil || fix?.verticalAccuracy == 6)
    }

    @Test("an accuracy of its own has precedence, and skipped points are not counted")
    func precedence() {
        let track = read(["7"], creator: "OsmAnd", more: "<extensions><accuracy>5</accuracy></extensions>")
        #expect(track.points.first?.fix.horizontalAccuracy?.radius == 5 && track.assumed.isEmpty)
        #expect(
            Sample.read("<gpx creator='OsmAnd'><trk><trkpt lat='1' lon='2'><hdop>9</hdop></trkpt></trk></gpx>").assumed
                .isEmpty)
    }

    @Test("only the creator of the file counts")
    func otherElements() {
        let point = "<trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time><hdop>2</hdop></trkpt>"
        let track = Sample.read("<gpx><metadata creator='OsmAnd'/><trk creator='OsmAnd'>\(point)</trk></gpx>")
        #expect(track.points.first?.fix.horizontalAccuracy?.origin == .dilution)
    }
}
