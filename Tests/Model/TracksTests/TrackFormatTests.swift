import Basics
import Location
import Testing
import Tracks

/// The detection of formats by content.
struct TrackFormatTests {
    @Test(
        "formats are detected by content",
        arguments: [
            ("<?xml version='1.0'?>\n<!-- <kml> -->\n<gpx version='1.1'>", TrackFormat.gpx),
            ("<g:gpx xmlns:g=''/>", .gpx),
            ("\u{FEFF}<gpx>", .gpx), ("  \n{ \"type\": \"FeatureCollection\",", .geoJSON),
            ("{\"coordinates\":[1,2],\"type\":\"Point\"}", .geoJSON), ("$GPGGA,1,2", .nmea),
            ("GGA,5\r\n$GNRMC,", .nmea),
            ("# a recording\n$GPGGA,1\n{\"class\":\"TPV\",\"time\":1}", .gpsd),
            ("{\"class\":\"VERSION\",\"release\":\"3.22\"}", .gpsd),
            ("2026-01-01T00:00:00Z\t*    \t{\"_type\":\"location\"}", .ownTracks),
            ("<?xml version='1.0'?><kml xmlns='x'><Document>", .kml), ("<!-- a --><k:kml>", .kml),
            ("<TrainingCenterDatabase xmlns='x'>", .tcx),
            ("{\n  \"locations\": [{\n    \"latitudeE7\": 1", .google), ("{\"timelineObjects\": [", .google),
            ("{\"semanticSegments\": [", .google), ("[{\"endTime\":\"a\",\"timelinePath\":[", .google),
            ("{\"count\":1,\"data\":[{\"_type\":\"location\",\"tst\":1", .pointList),
            ("[{\"id\":1,\"timestamp\":1,\"latitude\":\"1\",\"geodata\":{\"type\":\"Feature\"}", .pointList),
            ("timestamp,latitude,longitude\r\n", .csv), ("\"longitude\",\"latitude\",\"timestamp\"\n", .csv),
        ])
    func known(head: String, format: TrackFormat) {
        #expect(TrackFormat(head: Array(head.utf8).span) == format)
    }

    @Test(
        "unknown formats are rejected with a list of the known ones",
        arguments: [
            "<svg><g>", "<html>", "[1]", "hello", "{\"a\":1}", "{\"locations\":[{\"id\":1,\"name\":\"x\"}]}",
            "{\"city\":{\"lat\":1,\"lon\":2},\"time\":\"noon\"}", "[{\"timestamp\":1}]", "{\"locations\":[]}",
            "{\"deviceSettings\":[{\"deviceTag\":1}]}",
            "latitude,longitude\n1,2",
        ])
    func unknown(text: String) {
        let error = Sample.read(text).error
        #expect(
            error?.reason
                == "unknown format; supported: GPX, KML, TCX, GeoJSON, NMEA 0183, gpsd JSON, OwnTracks .rec, "
                + "JSON points, Google location history, CSV (with a header: timestamp,latitude,longitude); "
                + "import --via gpsbabel FORMAT reads others"
        )
    }

    @Test(
        "formats of gpsbabel are named with the command that imports them",
        arguments: [
            ("\u{E}\u{10}\u{11}\u{8}\u{B4}\u{A}\0\0.FIT\u{F4}\u{92}@\0\0", "Garmin FIT", "garmin_fit"),
            // Its zeros look like those of UTF-16.
            ("\u{E}\0\u{11}\0\u{B4}\0\u{1}\0.FIT\0\0A\0B\0C\0D\0", "Garmin FIT", "garmin_fit"),
            ("MsRcf\0\u{2}", "Garmin MapSource", "gdb"),
            ("OziExplorer Track Point File Version 2.1\r\n", "OziExplorer", "ozi"),
        ])
    func foreign(text: String, name: String, format: String) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        let reason = "the file is \(name); fix: whereismy import --via gpsbabel \(format) FILE"
        #expect(Sample.read(bytes).error?.reason == reason)
        #expect(Sample.read("A text").error?.reason == TrackFormat.unknownFormat)
    }

    @Test(
        "compressed files are detected",
        arguments: [
            ([0x1F, 0x8B, 8, 0], "gzip"), ([0x42, 0x5A, 0x68, 0x39], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
            ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x50, 0x4B, 3, 4], "zip"),
        ])
    func compressed(bytes: [UInt8], name: String) {
        let error = Sample.read(bytes).error
        #expect(error?.reason == "the file is compressed (\(name)); fix: unpack it")
    }

    @Test(
        "a UTF-8 byte order mark is ignored in every format",
        arguments: [
            "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>",
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"time":1767225600}}"#,
            "$GPRMC,000000,A,0100.0,N,00200.0,E,,,010126,,,A*77\r\n",
            "2026-01-01T00:00:09Z\t*\t" + #"{"_type":"location","lat":1,"lon":2,"tst":1767225600}"#,
            "timestamp,latitude,longitude\n2026-01-01T00:00:00Z,1,2",
        ])
    func byteOrderMark(text: String) throws {
        let track = Sample.read("\u{FEFF}" + text, chunkSize: 2)
        #expect(track.error == nil && track.skipped.isEmpty)
        #expect(track.points.map(\.timestamp) == [Sample.start])
        #expect(track.points.map(\.coordinate) == [try Sample.coordinate(1, 2)])
    }

    @Test(
        "lines that end with CR and no LF are rejected",
        arguments: [
            ("$GPRMC,0,A\r$GPRMC,1,A\r", "tr '\\r' '\\n'"), ("timestamp,latitude,longitude\r1,2,3\r", "tr '\\r' '\\n'"),
        ])
    func lines(text: String, cure: String) {
        #expect(Sample.read(text).error?.reason.hasSuffix(cure) == true)
    }

    @Test("an empty file is reported as empty")
    func empty() {
        #expect(Sample.read("").error?.reason == "the file is empty")
    }

    @Test("gpsd's JSON is decoded by the caller's decoder")
    func gpsd() {
        #expect(Sample.read("{\"class\":\"TPV\"}\n{\"class\":\"TPV\"}\n", chunkSize: 3).skipped == [.notTrack: 2])
    }
}
