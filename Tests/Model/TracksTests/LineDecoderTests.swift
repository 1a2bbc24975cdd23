import Basics
import Location
import Testing
import Tracks

/// Line-based formats: NMEA 0183, OwnTracks' `.rec`, CSV.
struct LineDecoderTests {
    /// A sentence with its checksum.
    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    private let gga = "GPGGA,000001.00,3748.6,S,14457.75,E,2,09,0.8,45.1,M,4.9,M,,"

    @Test("sentences with the same time are one point, in any order")
    func epoch() throws {
        let rmc = "GNRMC,000001,A,3748.6,S,14457.75,E,10.0,90.0,010126,,,D"
        let gsa = "GPGSA,A,3,01,02,03,,,,,,,,,,1.5,0.9,1.2"
        let vtg = "GPVTG,91.5,T,,M,20.0,N,37.0,K,D"
        for order in [[gga, gsa, rmc, vtg], [rmc, vtg, gga, gsa]] {
            let track = Sample.read(order.map(sentence).joined())
            #expect(track.skipped.isEmpty)
            try #require(track.count == 1)
            let point = track.points[0]
            #expect(point.timestamp.iso8601 == "2026-01-01T00:00:01.000Z")
            #expect(point.coordinate.distance(to: try Sample.coordinate(-37.81, 144.9625)) < 1e-6)
            #expect(point.fix.mode == .threeDimensional && point.fix.differential == .dgps)
            #expect(point.fix.altitude == 45.1 && point.fix.ellipsoidalAltitude == 50 && point.satellitesUsed == 9)
            #expect(point.fix.horizontalAccuracy?.origin == .dilution)
            #expect(point.fix.course == 91.5)
            #expect(abs((point.fix.speed ?? 0) - 20 * 1852 / 3600) < 1e-9)
        }
    }

    @Test("a satellite system without a contribution does not invalidate a fix")
    func idleSystem() throws {
        let lines = [
            gga, "GPRMC,000001,A,3748.6,S,14457.75,E,,,010126,,,A", "GPGSA,A,3,01,02,03,,,,,,,,,,1.5,0.9,1.2",
            "GLGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99",
        ]
        let track = Sample.read(lines.map(sentence).joined())
        let fix = try #require(track.points.first).fix
        #expect(track.skipped.isEmpty && fix.mode == .threeDimensional)
        #expect(fix.horizontalAccuracy?.radius == 0.9 * HorizontalAccuracy.errorPerDilutionDifferential)
    }

    @Test("a date from RMC or ZDA applies to later sentences, also past midnight")
    func dates() {
        let lines = [
            "GPGGA,235958,0000.0,N,00000.6,E,1,05,1,1,M,,M,,", "GPZDA,235959,31,12,2025,00,00",
            "GPGGA,235959,0000.0,N,00000.6,E,1,05,1,1,M,,M,,", "GPGGA,000000.5,0000.0,N,00000.6,E,1,05,1,1,M,,M,,",
            "GPRMC,000002,A,0000.0,N,00000.6,E,,,010126,,,A", "GPRMC,000003,A,0000.0,N,00000.6,E,,,010199,,,A",
        ]
        let track = Sample.read(lines.map(sentence).joined())
        #expect(
            track.points.map(\.timestamp.iso8601) == [
                "2025-12-31T23:59:58.000Z", "2025-12-31T23:59:59.000Z", "2026-01-01T00:00:00.500Z",
                "2026-01-01T00:00:02.000Z",
                "1999-01-01T00:00:03.000Z",
            ])
        #expect(track.skipped.isEmpty)
    }

    @Test("epochs before the first date are dated backwards, also past midnight; without any date they have no time")
    func undated() {
        let lines = ["235958", "235959.5", "000000"].map { "GPGGA,\($0),0000.0,N,00000.6,E,1,05,1,1,M,,M,," }
        let empty = "GPGGA,235957,,,,,0,00,,,M,,M,,"
        let date = "GPRMC,000001,A,0000.0,N,00000.6,E,,,010126,,,A"
        let dated = Sample.read((lines + [empty, date]).map(sentence).joined(), chunkSize: 7)
        #expect(
            dated.points.map(\.timestamp.iso8601) == [
                "2025-12-31T23:59:58.000Z", "2025-12-31T23:59:59.500Z", "2026-01-01T00:00:00.000Z",
                "2026-01-01T00:00:01.000Z",
            ])
        #expect(dated.skipped == [.noPosition: 1])
        let never = Sample.read(String(repeating: lines.map(sentence).joined(), count: 2000))
        #expect(never.points.isEmpty && never.skipped == [.noTime: 6000])
    }

    @Test("GLL alone is a position, unless void or without a time")
    func positionsAlone() throws {
        let lines = [
            "GPZDA,000001,01,01,2026,00,00", "GPGLL,3748.6,S,14457.75,E,000001.00,A,A",
            "GPGLL,3748.6,S,14457.75,E,000002.00,V,N", "GPGLL,3748.6,S,14457.75,E", "GPGLL,,,,,,V,N",
            "GPGLL,3748.6,S,14457.75,E,000003,A",
        ]
        let track = Sample.read(lines.map(sentence).joined())
        #expect(track.points.map(\.timestamp.iso8601) == ["2026-01-01T00:00:01.000Z", "2026-01-01T00:00:03.000Z"])
        let place = try Sample.coordinate(-37.81, 144.9625)
        #expect(track.points.allSatisfy { $0.coordinate.distance(to: place) < 1e-6 })
        #expect(track.skipped == [.noPosition: 1])
    }

    @Test("damaged sentences and epochs without a position are counted")
    func damaged() {
        let good = sentence("GPRMC,000002,A,0000.0,N,00000.6,E,,,010126,,,A")
        let lines = [
            good, good.replacing("*", with: "1*"), "$GPGGA,000003,0000.0,N,00000.6,E,1,05,1,1,M,,M,,\r\n", "noise\r\n",
            "!AIVDM,1,1,,A,15M,0*00\r\n", sentence("GPRMC,000004,V,,,,,,,010126,,,N"),
            sentence("GPGGA,000005,,,,,0,00,,,M,,M,,"), sentence("GPRMC,000006,A,9900.0,N,00000.6,E,,,010126,,,A"),
            "\u{1}$\u{2}ju$nk*" + sentence("GPRMC,000007,A,0000.0,N,00000.6,E,,,010126,,,A"), sentence("GPGSV,1,1,00"),
        ]
        let track = Sample.read(lines.joined())
        #expect(track.count == 2)
        #expect(track.skipped == [.badChecksum: 2, .noPosition: 2, .badPosition: 1])
        #expect(track.issues.map(\.line) == [2, 3, 6, 7, 8])
    }

    @Test("an OwnTracks record is a point at the time of its fix; other messages are not")
    func ownTracks() throws {
        let head = "2026-01-01T00:00:09Z\t*                 \t"
        let lines = [
            head + #"{"_type":"location","lat":-37.81,"lon":144.96,"tst":1767225600,"acc":12,"alt":45,"vac":3,"#
                + #""vel":36,"cog":90,"inregions":["a","b"],"x":{"lat":1},"tid":"ab"}"#,
            "2026-01-01T00:00:10Z\twaypoint          \t" + #"{"_type":"waypoint","lat":1,"lon":2,"tst":1}"#,
            head + #"{"_type":"location","lat":1,"lon":2}"#,
            head + #"{"_type":"location","lat":"1.5","lon":2,"tst":1}"#,
            head + #"{"_type":"location","lat":1,"#, "nothing", head + #"{"_type":"location","lat":1,"tst":5}"#,
            head + #"{"_type":"location","lat":1,"lon":2,"tst":1e300}"#,
        ]
        let track = Sample.read(lines.joined(separator: "\n"))
        #expect(track.skipped == [.notTrack: 1, .noTime: 1, .unreadable: 2, .noPosition: 1, .badTime: 1])
        try #require(track.count == 2)
        let fix = track.points[0].fix
        #expect(fix.timestamp == Sample.start && fix.coordinate == Coordinate(latitude: -37.81, longitude: 144.96))
        #expect(fix.altitude == 45 && fix.verticalAccuracy == 3 && fix.speed == 10 && fix.course == 90)
        #expect(fix.horizontalAccuracy == HorizontalAccuracy(radius: 12, origin: .receiver))
        #expect(track.points[1].coordinate.latitude == 1.5)
    }

    @Test("CSV is read by its column names, in any order, among other columns")
    func csvColumns() {
        let text = """
            \u{FEFF}note,longitude,"latitude",timestamp,speed
            "a, ""b""
            c",144.96,-37.81,2026-01-01T02:00:00+02:00,
            ,144.96,-37.81,2026-01-01 00:00:01,3.5

            ,144.96,-97.81,2026-01-01T00:00:00Z,
            ,,,2026-01-01T00:00:00Z,
            ,144.96,-37.81,,
            ,144.96,-37.81,noon,
            ,144.96,x,2026-01-01T00:00:00Z,
            ,144.96,-37.81
            ,144.96,-37.81,2026-01-01T00:00:00Z,fast
            """
        let track = Sample.read(text)
        #expect(track.points.map(\.timestamp.milliseconds) == [0, 1000, 0].map { Sample.start.milliseconds + $0 })
        #expect(track.points.map(\.fix.speed) == [nil, 3.5, nil] && track.assumed == [.unreadableValue: 1])
        #expect(track.skipped == [.badPosition: 2, .noPosition: 1, .noTime: 1, .badTime: 1, .unreadable: 1])
        #expect(track.issues.first?.line == 6)
    }

    @Test(
        "CSV of other programs is read by common column names, with commas or semicolons",
        arguments: [
            "time,lat,lon\n2026-01-01T00:00:00Z,-37.81,144.96\n",
            "Timestamp;LAT;lng\r\n2026-01-01T00:00:00Z;-37.81;144.96\r\n",
            "\"datetime\";\"latitude\";\"long\";note\n2026-01-01T00:00:00Z;-37.81;144.96;a,b\n",
            "time,lat,lon,Mode,Source,Motion,Time\n2026-01-01T00:00:00Z,-37.81,144.96,walking,phone,slow,noon\n",
            "time,lat,lon,alt,Altitude\n2026-01-01T00:00:00Z,-37.81,144.96,1,high\n",
            "time,timestamp,lat,lon\nnoon,2026-01-01T00:00:00Z,-37.81,144.96\n",
        ])
    func csvSynonyms(text: String) {
        let track = Sample.read(text)
        #expect(track.points.map(\.timestamp) == [Sample.start] && track.skipped.isEmpty, "\(track)")
        #expect(track.points.first?.coordinate.latitude == -37.81 && track.points.first?.coordinate.longitude == 144.96)
    }

    @Test("an endless line costs no memory, and only that line is lost")
    func endless() {
        let good = sentence("GPRMC,000002,A,0000.0,N,00000.6,E,,,010126,,,A")
        let track = Sample.read(
            good + String(repeating: "x", count: 1_000_000) + "\r\n" + good)
        #expect(track.skipped == [.tooLong: 1])
        let csv =
            "timestamp,latitude,longitude\n\"" + String(repeating: "x\n", count: 100_000) + "2026-01-01T00:00:00Z,1,2\n"
        #expect(Sample.read(csv).points.count == 1)
    }
}
