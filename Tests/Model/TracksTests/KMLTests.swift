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

    /// A track of times and positions in an order of W for the next `when` and C for the next `gx:coord`.
    private func track(_ order: String) -> ParsedTrack {
        var (times, positions) = (0, 0)
        var content = ""
        for letter in order {
            if letter == "W" {
                content += "<when>2026-01-01T00:00:0\(times)Z</when>"
                times += 1
            } else {
                content += "<gx:coord>144.9 -37.\(positions) 4\(positions)</gx:coord>"
                positions += 1
            }
        }
        return Sample.read(document("<Placemark><gx:Track>\(content)</gx:Track></Placemark>"))
    }

    @Test(
        "the n-th time belongs to the n-th position, whatever their order",
        arguments: ["WWWCCC", "CCCWWW", "WCWCWC", "CWCWCW", "WCCCWW", "CCWWWC", "CWWCCW"])
    func order(of elements: String) throws {
        let track = track(elements)
        #expect(track.error == nil && track.skipped.isEmpty)
        #expect(track.points.map(\.timestamp) == (0..<3).map { Sample.start + .seconds($0) })
        let latitudes = [-37.0, -37.1, -37.2]
        #expect(track.points.map(\.coordinate.latitude) == latitudes)
        #expect(track.points.map(\.fix.altitude) == [40, 41, 42])
        #expect(track.points.allSatisfy { $0.coordinate.longitude == 144.9 && $0.fix.device == "import" })
    }

    @Test(
        "of lists of different lengths, what is left of the longer one is counted",
        arguments: [("CCCCWW", 2, 0), ("WWCCCC", 2, 0), ("CWWWW", 0, 3), ("WWWWC", 0, 3)])
    func lengths(order: String, positions: Int, times: Int) {
        let track = track(order)
        #expect(track.count == (positions > 0 ? 2 : 1))
        #expect(track.skipped == (positions > 0 ? [.noTime: positions] : [.noPosition: times]))
    }

    @Test("a list that stays ahead of the other one for a long track keeps its order", arguments: [true, false])
    func ahead(isTimeFirst: Bool) {
        let count = 70_000
        let whens = (0..<count).map { "<when>\((Sample.start + .seconds($0)).iso8601)</when>" }
        let coords = (0..<count).map { "<coord>1 2 1\($0)</coord>" }
        let (first, second) = isTimeFirst ? (whens, coords) : (coords, whens)
        var content = first[0] + first[1]
        for index in 2..<count { content += first[index] + second[index - 2] }
        content += second[count - 2] + second[count - 1]
        let track = Sample.read("<kml><Placemark><Track>\(content)</Track></Placemark></kml>")
        #expect(track.skipped.isEmpty && track.count == count)
        #expect(track.points.map(\.timestamp) == (0..<count).map { Sample.start + .seconds($0) })
        #expect(track.points.map(\.fix.altitude) == (0..<count).map { Double("1\($0)") })
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
        // A span has two ends.
        #expect(
            track.points.map(\.timestamp) == [
                Sample.start, Sample.start, Timestamp(milliseconds: 1_798_761_600_000),
            ])
        let place = try Sample.coordinate(-37.8, 144.9)
        #expect(track.points.allSatisfy { $0.coordinate == place && $0.fix.altitude == 12 })
        #expect(track.skipped == [.noTime: 1, .badTime: 1])
    }

    @Test("the time of a view is not that of its placemark", arguments: ["LookAt", "Camera"])
    func view(element: String) {
        let span = "<gx:TimeSpan><begin>2020-05-01T10:00:00Z</begin><end>2020-05-01T11:00:00Z</end></gx:TimeSpan>"
        let moment = "<gx:TimeStamp><when>2020-05-01T10:00:00Z</when></gx:TimeStamp>"
        for time in [span, moment] {
            let track = Sample.read(
                document(
                    "<Placemark><\(element)>\(time)</\(element)><TimeStamp><when>\(Self.first)</when></TimeStamp>"
                        + "<Point><coordinates>1,2</coordinates></Point></Placemark>"))
            #expect(track.points.map(\.timestamp) == [Sample.start])
        }
    }

    /// A placemark with a point and what stands between `<TimeSpan>` and its end.
    private func spans(_ spans: String...) -> ParsedTrack {
        let placemarks = spans.map {
            "<Placemark><gx:TimeSpan>\($0)</gx:TimeSpan><MultiGeometry><Point><coordinates>1,2</coordinates></Point>"
                + "</MultiGeometry></Placemark>"
        }
        return Sample.read(document(placemarks.joined()))
    }

    @Test("a span that is open at one end, or without length, is one point; of a broken one, the good end counts")
    func openSpans() {
        let end = "<end>2026-01-01T01:30:00+01:00</end>"
        let track = spans(
            "<begin>\(Self.first)</begin>", end, end + "<begin>2025-12-31T23:00:00Z</begin>",
            "<begin>\(Self.first)</begin><end>\(Self.first)</end>", "<begin>soon</begin>" + end, "")
        let times = [0, 1800, -3600, 1800, 0, 1800].map { Sample.start + .seconds($0) }
        #expect(track.points.map(\.timestamp) == times)
        #expect(track.skipped == [.badTime: 1, .noTime: 1])
    }

    @Test("a day without a time of day is no moment, which is said", arguments: ["2026-01-01", " 2026-01-01Z "])
    func days(day: String) {
        let path = "<Placemark><gx:Track><when>\(day)</when><gx:coord>1 2</gx:coord></gx:Track></Placemark>"
        #expect(Sample.read(document(path)).skipped == [.dayOnly: 1])
        #expect(spans("<begin>\(day)</begin><end>\(day)</end>").skipped == [.dayOnly: 1])
        #expect(spans("<begin>2026-02-30</begin>").skipped == [.badTime: 1])
        #expect(SkipReason.dayOnly.description == "a date without a time of day")
    }

    @Test("of several points with one time, the first counts")
    func severalPoints() {
        let point = "<Point><coordinates>1,2</coordinates></Point>"
        let track = Sample.read(
            document(
                "<Placemark><TimeStamp><when>\(Self.first)</when></TimeStamp><MultiGeometry>\(point)\(point)"
                    + "</MultiGeometry></Placemark>"))
        #expect(track.count == 1 && track.skipped == [.notTrack: 1])
    }

    @Test("each track of several keeps its own lists")
    func severalTracks() {
        func path(_ content: String) -> String { "<gx:Track>\(content)</gx:Track>" }
        let (a, b) = ("<when>\(Self.first)</when>", "<when>2026-01-01T00:00:01</when>")
        let tracks = [path("<gx:coord>1 2</gx:coord>" + a), path(b + "<gx:coord>3 4</gx:coord>"), path(a), path(a)]
        let track = Sample.read(
            document("<Placemark><gx:MultiTrack>\(tracks.joined())</gx:MultiTrack></Placemark>"))
        #expect(track.points.map(\.coordinate.latitude) == [2, 4])
        #expect(track.points.map(\.timestamp) == [Sample.start, Sample.start + .seconds(1)])
        #expect(track.skipped == [.noPosition: 2])
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

    @Test("more than is kept before the other list is counted as lost, also a later one, which would get its place")
    func hugeTrack() {
        let (count, part) = (1_000_003, 5)
        let whens = String(repeating: "<when>\(Self.first)</when>", count: count)
        let coords = [part, count - part].map { String(repeating: "<gx:coord>1 2</gx:coord>", count: $0) }
        let late = ["<when>2026-01-01T00:00:09Z</when>", "<gx:coord>1 3</gx:coord>"]
        let content = whens + coords[0] + late[0] + coords[1] + late[1]
        let track = Sample.read(document("<Placemark><gx:Track>\(content)</gx:Track></Placemark>"))
        #expect(track.count == 1_000_000 && track.skipped == [.beyondTrack: 4])
        #expect(track.points.last?.timestamp == Sample.start && track.points.last?.coordinate.latitude == 2)
        #expect(SkipReason.beyondTrack.isLoss)
    }
}
