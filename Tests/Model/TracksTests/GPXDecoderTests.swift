import Basics
import Location
import Testing
import Tracks

/// GPX as written by other programs.
struct GPXDecoderTests {
    @Test("a time outside the range of the history is reported, and never duplicates an existing one")
    func strangeTimes() {
        let points = ["0001", "1969", "1970", "9999"].map {
            "<trkpt lat='1' lon='2'><time>\($0)-06-01T00:00:00Z</time></trkpt>"
        }
        let track = Sample.read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
        #expect(track.count == 2 && track.skipped == [.strangeTime: 2])
    }

    private func read(_ body: String) -> ParsedTrack {
        Sample.read("<?xml version='1.0'?>\n<gpx version='1.1'>\n<trk><trkseg>\n" + body + "</trkseg></trk></gpx>")
    }

    private func point(_ children: String, lat: String = "1.5", lon: String = "2.5") throws -> TrackPoint {
        let track = read("<trkpt lat='\(lat)' lon='\(lon)'><time>2026-01-01T00:00:00Z</time>\(children)</trkpt>")
        #expect(track.skipped.isEmpty && track.error == nil)
        return try #require(track.points.first)
    }

    @Test("speed and course are read from GPX 1.0 and from any extension")
    func speeds() throws {
        let bodies = [
            "<course>90</course><speed>3.5</speed>",
            "<extensions><gpxtpx:TrackPointExtension xmlns:gpxtpx='x'><gpxtpx:speed>3.5</gpxtpx:speed>"
                + "<gpxtpx:course>90.0</gpxtpx:course><gpxtpx:hr>60</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>",
            "<extensions><speed>3.5</speed><a><b><course>90</course></b></a></extensions>",
        ]
        for body in bodies {
            let fix = try point(body).fix
            #expect(fix.speed == 3.5 && fix.course == 90 && fix.altitude == nil && fix.mode == .twoDimensional)
        }
    }

    @Test("an extension cannot change the time or the altitude of its point")
    func extensionsStayApart() throws {
        let fix = try point("<ele>10</ele><extensions><time>1999-01-01T00:00:00Z</time><ele>99</ele></extensions>").fix
        #expect(fix.timestamp == Sample.start && fix.altitude == 10)
    }

    @Test("mode and corrections are read from one word, and accuracy from the dilution")
    func kinds() throws {
        #expect(try point("<ele>1</ele><fix>2d</fix>").fix.mode == .twoDimensional)
        #expect(try point("<ele>1</ele><fix>2d</fix>").fix.altitude == nil)
        #expect(try point("<ele>1</ele><fix>dgps</fix>").fix.mode == .threeDimensional)
        #expect(try point("<fix>dgps</fix>").fix.differential == .dgps)
        #expect(try point("<fix>pps</fix>").fix.differential == .precise)
        let accuracy = try point("<hdop>2</hdop>").fix.horizontalAccuracy
        #expect(accuracy == HorizontalAccuracy(radius: 38, origin: .dilution))
        #expect(try point("<ele>10.5</ele><geoidheight>-4.5</geoidheight>").fix.ellipsoidalAltitude == 6)
        #expect(try point("<sat>7</sat>").satellitesUsed == 7)
        #expect(read("<trkpt lat='1' lon='2'><fix>none</fix></trkpt>").skipped == [.noPosition: 1])
    }

    @Test("a skipped element is counted with its line and reason")
    func skipped() throws {
        let track = read(
            """
            <trkpt lat='1' lon='2'><ele>1</ele></trkpt>
            <trkpt lat='1' lon='2'><time>yesterday</time></trkpt>
            <trkpt lat='91' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt>
            <trkpt lon='2'><time>2026-01-01T00:00:00Z</time></trkpt>
            <trkpt lat='nan' lon='inf'><time>2026-01-01T00:00:00Z</time></trkpt>
            <wpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></wpt>
            <trkpt lat='1' lon='180.0'><time>2026-01-01T00:00:00Z</time></trkpt>

            """)
        #expect(track.skipped == [.noTime: 1, .badTime: 1, .badPosition: 3, .notTrack: 1])
        #expect(track.issues.map(\.line) == [4, 5, 6, 7, 8, 9])
        #expect(track.count == 1 && track.error == nil)
        #expect(track.issues.first?.description == "line 4: no time")
    }

    @Test("impossible numbers are unknown")
    func nonsense() throws {
        let fix = try point(
            "<ele>1e99</ele><speed>-1</speed><course>361</course><hdop>0</hdop><sat>-3</sat><geoidheight>x</geoidheight>"
        ).fix
        #expect(fix.altitude == nil && fix.speed == nil && fix.course == nil && fix.horizontalAccuracy == nil)
        #expect(try point("<course>360</course>").fix.course == 0)
    }

    @Test("a broken file keeps its valid points and reports the position of the error")
    func broken() {
        let whole = "<trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt>\n"
        let track = read(whole + whole + "<trkpt lat='1' lon='2'><time>2026-01-01T00:00</trkpt>\n" + whole)
        #expect(track.count == 2)
        #expect(track.error?.description == "line 6: mismatched tag")
        let cut = Sample.read("<gpx><trk><trkseg>\n" + whole + "<trkpt lat='1'")
        #expect(cut.count == 1 && cut.error?.line == 3)
    }

    @Test("XML other than GPX, and GPX with an entity bomb, are rejected")
    func rejected() {
        #expect(Sample.read("<kml><gpx/></kml>").error?.reason.contains("not <gpx>") == true)
        let bomb = "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx><trk/></gpx>"
        #expect(Sample.read(bomb).error?.reason == "a document type (<!DOCTYPE) is not accepted")
        let deep = "<gpx>" + String(repeating: "<a>", count: 64)
        #expect(Sample.read(deep).error?.reason == "elements nested deeper than 64 levels")
        let long = "<gpx creator='" + String(repeating: "a", count: 1_000_000)
        #expect(Sample.read(long).error?.reason == "a tag or comment of more than 65536 bytes")
    }

    @Test("the track's source names the receiver of its points")
    func source() throws {
        let body = "<trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time><src>other</src></trkpt>"
        let text =
            "<gpx><trk><src>A &amp; B\u{85}</src><trkseg>\(body)</trkseg></trk><trk><trkseg>\(body)</trkseg></trk></gpx>"
        #expect(Sample.read(text).points.map(\.fix.device) == ["A & B\u{FFFD}", "import"])
    }

    @Test("UTF-16 is supported")
    func wide() {
        let text =
            "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>"
        let units: [UInt16] = [0xFEFF] + Array(text.utf16)
        let bytes = units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        #expect(Sample.read(bytes).count == 1)
    }
}
