import Basics
import Location
import Testing
import Tracks

/// The exact output of each format.
struct EncoderTests {
    private func points() throws -> [TrackPoint] {
        let place = try Sample.coordinate(-37.80996889, 144.96326388)
        return [try Sample.full(place, at: 0), try Sample.bare(place, at: 0.5, device: "/dev/ttyUSB0")]
    }

    @Test("GPX has all values in schema order, and omits unknown ones")
    func gpx() throws {
        let text = Sample.text(try points(), to: GPXEncoder())
        let expected = """
            <trk><src>/dev/ttyUSB0</src>
            <trkseg>
            <trkpt lat="-37.8099689" lon="144.9632639"><ele>45.12</ele><time>2026-01-01T00:00:00.000Z</time>\
            <geoidheight>4.9</geoidheight><fix>3d</fix><sat>8</sat><extensions><gpxtpx:TrackPointExtension>\
            <gpxtpx:speed>13.25</gpxtpx:speed><gpxtpx:course>271.03</gpxtpx:course></gpxtpx:TrackPointExtension>\
            <wim:accuracy>5.5</wim:accuracy><wim:verticalAccuracy>9.5</wim:verticalAccuracy></extensions></trkpt>
            <trkpt lat="-37.8099689" lon="144.9632639"><time>2026-01-01T00:00:00.500Z</time><fix>2d</fix></trkpt>
            </trkseg>
            </trk>
            </gpx>

            """
        #expect(text.hasSuffix(":gpx:1\">\n" + expected))
    }

    @Test("GPX has no longitude of 180 and no course of 360, even after rounding")
    func gpxEdges() throws {
        let places = try [180, -180, 179.999_999_97, 179.999_999_9].map { try Sample.coordinate(0, $0) }
        let text = Sample.text(try places.map { try Sample.bare($0, at: 0) }, to: GPXEncoder())
        let longitudes = text.split(separator: "lon=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(longitudes == ["-180.0", "-180.0", "-180.0", "179.9999999"])
        var fix = try Sample.full(places[0], at: 0).fix
        fix.course = 359.996
        let point = try #require(TrackPoint(fix))
        #expect(Sample.text([point], to: GPXEncoder()).contains("<gpxtpx:course>0.0</gpxtpx:course>"))
    }

    @Test("a receiver's name cannot inject markup")
    func escaping() throws {
        let point = try Sample.bare(try Sample.coordinate(1, 2), at: 0, device: "</src>&\"\u{1}\u{FFFF}")
        for encoder in [GPXEncoder(), KMLEncoder()] as [any TrackEncoder] {
            #expect(Sample.text([point], to: encoder).contains(">&lt;/src&gt;&amp;&quot;\u{FFFD}\u{FFFD}</"))
        }
        #expect(Sample.text([point], to: GeoJSONEncoder()).contains(#""device":"</src>&\"\u0001"#))
        #expect(Sample.text([point], to: CSVEncoder()).contains(#","</src>&"""#))
    }

    @Test("each stretch is a segment, each receiver a track, and none is empty")
    func segments() throws {
        let place = try Sample.coordinate(10, 20)
        func count(_ word: String, _ text: String) -> Int {
            text.split(separator: word, omittingEmptySubsequences: false).count - 1
        }
        let points = try [(0.0, "a"), (1, "a"), (100, "a"), (101, "b"), (102, "b")].map {
            try Sample.bare(place.moved(north: $0.0 * 20, east: 0), at: $0.0, device: $0.1, motion: .moving)
        }
        let gpx = Sample.text(points, to: GPXEncoder())
        #expect(count("<trk>", gpx) == 2 && count("</trk>", gpx) == 2)
        #expect(count("<trkseg>", gpx) == 3 && count("</trkseg>", gpx) == 3 && count("<trkpt", gpx) == 5)
        let kml = Sample.text(points, to: KMLEncoder())
        #expect(count("<Placemark>", kml) == 3 && count("<when>", kml) == 5 && count("<gx:coord>", kml) == 5)
        let geojson = Sample.text(points, to: GeoJSONEncoder())
        #expect(count("\"LineString\"", geojson) == 2 && count("\"Point\"", geojson) == 1)
        #expect(Sample.text(points, to: TextEncoder { _ in "T" }).split(separator: "\n\n").count == 2)
    }

    @Test("an empty track is a valid document")
    func empty() {
        #expect(Sample.text([], to: GPXEncoder()).hasSuffix(":gpx:1\">\n</gpx>\n"))
        #expect(Sample.text([], to: KMLEncoder()).hasSuffix("<Document>\n</Document></kml>\n"))
        #expect(Sample.text([], to: GeoJSONEncoder()) == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
        #expect(Sample.text([], to: CSVEncoder()).hasPrefix("timestamp,latitude,longitude,altitude,"))
        #expect(Sample.text([], to: NMEAEncoder()) == "")
        #expect(Sample.text([], to: JSONLinesEncoder()) == "")
        #expect(Sample.text([], to: TextEncoder { _ in "" }) == "")
    }

    @Test("KML has all times of a track before its coordinates, and joins the tracks of a long stretch")
    func kml() throws {
        let kml = Sample.text(try points(), to: KMLEncoder())
        #expect(
            kml.contains(
                """
                <gx:Track><altitudeMode>clampToGround</altitudeMode>
                <when>2026-01-01T00:00:00.000Z</when>
                <when>2026-01-01T00:00:00.500Z</when>
                <gx:coord>144.9632639 -37.8099689 45.12</gx:coord>
                <gx:coord>144.9632639 -37.8099689</gx:coord>
                </gx:Track>
                """))
        let long = Sample.text(try Sample.drive(points: KMLEncoder.maxPointsPerTrack + 1), to: KMLEncoder())
        #expect(long.split(separator: "<gx:Track>").count == 3)
        #expect(long.split(separator: "<Placemark>").count == 2)
    }

    @Test("CSV has a line per point, and empty fields for unknown values")
    func csv() throws {
        let lines = Sample.text(try points(), to: CSVEncoder()).split(separator: "\r\n")
        try #require(lines.count == 3)
        let names = """
            timestamp,latitude,longitude,altitude,ellipsoidalAltitude,horizontalAccuracy,horizontalAccuracyOrigin,\
            verticalAccuracy,speed,speedAccuracy,course,courseAccuracy,climb,mode,motion,satellitesUsed,differential,\
            source,timeSource,device
            """
        #expect(lines[0] == names)
        let whole = """
            2026-01-01T00:00:00.000Z,-37.80996889,144.96326388,45.12,50.02,5.5,estimate,9.5,13.25,0.4,271.03,2.0,-0.25,\
            3d,moving,8,none,receiver,receiver,/dev/ttyUSB0
            """
        #expect(lines[1] == whole)
        let bare = "2026-01-01T00:00:00.500Z,-37.80996889,144.96326388,,,,,,,,,,,2d,,,none,receiver,receiver,"
        #expect(lines[2] == bare + "/dev/ttyUSB0")
    }

    @Test("NMEA has GGA and RMC with checksums, and minutes below 60")
    func nmea() throws {
        #expect(
            Sample.text(try points(), to: NMEAEncoder()).split(separator: "\r\n") == [
                "$GPGGA,000000.000,3748.598133,S,14457.795833,E,1,08,,45.12,M,4.9,M,,*55",
                "$GPRMC,000000.000,A,3748.598133,S,14457.795833,E,25.756,271.03,010126,,,A*7E",
                "$GPGGA,000000.500,3748.598133,S,14457.795833,E,1,,,,M,,M,,*57",
                "$GPRMC,000000.500,A,3748.598133,S,14457.795833,E,,,010126,,,A*7F",
            ])
        let edge = try Sample.bare(try Sample.coordinate(9.999_999_999_9, -9.999_999_999_9), at: 0)
        #expect(Sample.text([edge], to: NMEAEncoder()).contains("1000.000000,N,01000.000000,W"))
    }

    @Test("text names the receiver where it changes, without gaps between parallel receivers")
    func receivers() throws {
        let place = try Sample.coordinate(1, 2)
        let points = try (0..<4).map { try Sample.bare(place, at: Double($0), device: $0 % 3 == 0 ? "a" : "b") }
        #expect(
            Sample.text(points, to: TextEncoder { _ in "T" }) == """
                T  1.000000,2.000000
                T  1.000000,2.000000  b
                T  1.000000,2.000000
                T  1.000000,2.000000  a

                """)
    }

    @Test("text has a line per point, in local time")
    func text() throws {
        let text = Sample.text(try points(), to: TextEncoder { "day \($0.milliseconds - Sample.start.milliseconds)" })
        #expect(
            text == """
                day 0  -37.809969,144.963264  within 6 m  altitude 45 m  47.7 km/h  course 271° W  moving
                day 500  -37.809969,144.963264

                """)
    }
}
