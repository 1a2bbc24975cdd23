import Basics
import Location
import Testing
import Tracks

/// KML of this and of other programs.
struct KMLTests {
    private func document(_ content: String) -> String {
        "<kml xmlns='http://www.opengis.net/kml/2.2' xmlns:gx='http://www.google.com/kml/ext/2.2'><Document>"
            + "<name>ride</name>\(content)</Document></kml>"
    }

    private static let first = "2026-01-01T00:00:00Z"

    @Test("our KML comes back the same: places, times, altitudes above sea level, devices", arguments: [1, 7, 65_536])
    func roundTrip(chunkSize: Int) throws {
        let points =
            try Sample.drive(points: 300)
            + Sample.drive(points: 3).map { point in
                var fix = point.fix
                (fix.device, fix.timestamp) = ("other", point.timestamp + .seconds(9000))
                return try #require(TrackPoint(fix))
            }
        let track = Sample.read(Sample.export(points, to: KMLEncoder()), chunkSize: chunkSize)
        #expect(track.error == nil && track.skipped.isEmpty)
        #expect(track.points.map(\.timestamp) == points.map(\.timestamp))
        #expect(track.points.map(\.coordinate) == points.map(\.coordinate))
        #expect(track.points.map(\.fix.altitude) == points.map(\.fix.altitude))
        #expect(track.points.map(\.fix.mode) == points.map(\.fix.mode))
        #expect(track.points.map(\.fix.device) == points.map(\.fix.device))
        let again = Sample.export(track.points, to: KMLEncoder())
        #expect(again == Sample.export(points, to: KMLEncoder()))
    }

    @Test("times before positions and alternating ones are the same track")
    func order() throws {
        let whens = (0..<3).map { "<when>2026-01-01T00:00:0\($0)Z</when>" }
        let coords = (0..<3).map { "<gx:coord>144.9 -37.\($0) 4\($0)</gx:coord>" }
        let listed = Sample.read(
            document("<Placemark><gx:Track>" + (whens + coords).joined() + "</gx:Track></Placemark>"))
        let pairs = zip(whens, coords).map { $0 + $1 }.joined()
        let alternating = Sample.read(document("<Placemark><gx:Track>\(pairs)</gx:Track></Placemark>"))
        #expect(listed.count == 3 && listed.points == alternating.points)
        #expect(listed.points.map(\.fix.altitude) == [40, 41, 42])
        #expect(listed.points.allSatisfy { $0.fix.device == "import" })
    }

    @Test("a position that is missing, invalid or without a time, is counted, and the others keep their times")
    func gaps() {
        let track = Sample.read(
            document(
                "<Placemark><gx:MultiTrack><gx:Track><when>\(Self.first)</when><when>2026-01-01T00:00:01Z</when>"
                    + "<when>soon</when><when>2026-01-01T00:00:03Z</when><gx:coord/><gx:coord>144 -37 5</gx:coord>"
                    + "<gx:coord>144 -37</gx:coord><gx:coord>144 -97</gx:coord><gx:coord>1 2</gx:coord></gx:Track>"
                    + "<gx:Track><when>\(Self.first)</when></gx:Track></gx:MultiTrack></Placemark>"))
        #expect(track.points.map(\.timestamp) == [Sample.start + .seconds(1)])
        #expect(track.skipped == [.noPosition: 2, .badTime: 1, .badPosition: 1, .noTime: 1])
    }

    @Test("placemarks with a time are points, those without one are not")
    func placemarks() throws {
        let point = "<Point><coordinates>\n 144.9,-37.8,12 </coordinates></Point>"
        let track = Sample.read(
            document(
                "<Placemark><name>a</name><TimeStamp><when>\(Self.first)</when></TimeStamp>\(point)</Placemark>"
                    + "<Placemark>\(point)<TimeSpan><begin>\(Self.first)</begin><end>2027-01-01T00:00:00Z</end></TimeSpan>"
                    + "</Placemark><Placemark>\(point)</Placemark>"
                    + "<Placemark><TimeStamp><when>2026-01</when></TimeStamp>\(point)</Placemark>"))
        #expect(track.points.map(\.timestamp) == [Sample.start, Sample.start])
        #expect(
            track.points.map(\.coordinate) == [
                try Sample.coordinate(-37.8, 144.9), try Sample.coordinate(-37.8, 144.9),
            ])
        #expect(track.points.first?.fix.altitude == 12)
        #expect(track.skipped == [.noTime: 1, .badTime: 1])
    }

    @Test("a line with a time span is refused with its reason, however long it is")
    func lines() {
        let line =
            "<LineString><coordinates>" + String(repeating: "1,2,3 ", count: 300_000) + "</coordinates></LineString>"
        let span = "<TimeSpan><begin>\(Self.first)</begin><end>2026-01-02T00:00:00Z</end></TimeSpan>"
        let track = Sample.read(document("<Placemark>\(span)\(line)</Placemark><Placemark>\(line)</Placemark>"))
        #expect(track.error == nil && track.points.isEmpty)
        #expect(track.skipped == [.timeSpan: 1, .noTime: 1])
        #expect(SkipReason.timeSpan.description == "a line with one time span for all its points")
    }

    @Test("altitudes above the ground, and a bare 0 of what follows the ground, are unknown")
    func altitudes() {
        func altitude(_ mode: String, _ value: String) -> Double? {
            let track = Sample.read(
                document(
                    "<Placemark><gx:Track>\(mode)<when>\(Self.first)</when><gx:coord>1 2 \(value)</gx:coord>"
                        + "</gx:Track></Placemark>"))
            return track.points.first?.fix.altitude
        }
        #expect(altitude("<altitudeMode>absolute</altitudeMode>", "0") == 0)
        #expect(altitude("<altitudeMode>relativeToGround</altitudeMode>", "7") == nil)
        #expect(altitude("", "0") == nil && altitude("", "0.000") == 0 && altitude("", "7") == 7)
    }

    @Test("more times than are kept before their positions are counted as lost")
    func hugeTrack() {
        let count = 1_000_003
        let whens = String(repeating: "<when>\(Self.first)</when>", count: count)
        let coords = String(repeating: "<gx:coord>1 2</gx:coord>", count: count)
        let track = Sample.read(document("<Placemark><gx:Track>\(whens)\(coords)</gx:Track></Placemark>"))
        #expect(track.count == 1_000_000 && track.skipped == [.beyondTrack: 3])
        #expect(SkipReason.beyondTrack.isLoss)
    }
}
