import Testing
import Tracks

/// What a file is, told by how it begins.
struct TrackFormatTests {
    @Test(
        "formats are told by content",
        arguments: [
            ("<?xml version='1.0'?>\n<!-- <kml> -->\n<gpx version='1.1'>", TrackFormat.gpx),
            ("<g:gpx xmlns:g=''/>", .gpx),
            ("\u{FEFF}<gpx>", .gpx), ("  \n{ \"type\": \"FeatureCollection\",", .geoJSON),
            ("{\"coordinates\":[1,2],\"type\":\"Point\"}", .geoJSON), ("$GPGGA,1,2", .nmea),
            ("GGA,5\r\n$GNRMC,", .nmea),
            ("# a recording\n$GPGGA,1\n{\"class\":\"TPV\",\"time\":1}", .gpsd),
            ("{\"class\":\"VERSION\",\"release\":\"3.22\"}", .gpsd),
            ("2026-01-01T00:00:00Z\t*    \t{\"_type\":\"location\"}", .ownTracks),
            ("timestamp,latitude,longitude\r\n", .csv), ("\"longitude\",\"latitude\",\"timestamp\"\n", .csv),
        ])
    func known(head: String, format: TrackFormat) {
        #expect(TrackFormat(head: Array(head.utf8).span) == format)
    }

    @Test(
        "what is none of them is refused with what would be read",
        arguments: ["<kml><Document>", "<html>", "hello", "{\"a\":1}", "PK\u{3}\u{4}", "latitude,longitude\n1,2"])
    func unknown(text: String) {
        let fault = Sample.read(text).fault
        #expect(
            fault?.words
                == "the format is not known; these are: GPX, GeoJSON, NMEA 0183, gpsd JSON, OwnTracks .rec, CSV")
    }

    @Test("an empty file is told to be empty")
    func empty() {
        #expect(Sample.read("").fault?.words == "the file is empty")
    }

    @Test("gpsd's JSON goes to the decoder that the caller brings")
    func gpsd() {
        #expect(Sample.read("{\"class\":\"TPV\"}\n{\"class\":\"TPV\"}\n", piece: 3).skipped == [.notTrack: 2])
    }
}
