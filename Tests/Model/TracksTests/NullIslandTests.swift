import Basics
import Location
import Testing
import Tracks

/// The position 0, 0, which is none, in each format.
struct NullIslandTests {
    private static let time = "2026-01-01T00:00:00Z"

    /// Files with one point.
    private static func files(_ latitude: String, _ longitude: String) -> [(name: String, text: String)] {
        let (lat, lon) = (latitude, longitude)
        let place = "\"latitude\":\(lat),\"longitude\":\(lon)"
        let ownTracks = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":\(lon),\"tst\":1767225600}"
        let tcx = "<Trackpoint><Time>\(time)</Time><Position><LatitudeDegrees>\(lat)</LatitudeDegrees>"
        return [
            ("GPX", "<gpx><trk><trkpt lat='\(lat)' lon='\(lon)'><time>\(time)</time></trkpt></trk></gpx>"),
            ("KML", "<kml><Track><when>\(time)</when><coord>\(lon) \(lat) 0</coord></Track></kml>"),
            (
                "placemark",
                "<kml><Placemark><TimeStamp><when>\(time)</when></TimeStamp><Point><coordinates>\(lon),\(lat)"
                    + "</coordinates></Point></Placemark></kml>"
            ),
            (
                "TCX",
                "<TrainingCenterDatabase>\(tcx)<LongitudeDegrees>\(lon)</LongitudeDegrees></Position></Trackpoint>"
                    + "</TrainingCenterDatabase>"
            ),
            ("CSV", "timestamp,latitude,longitude\n\(time),\(lat),\(lon)\n"),
            (
                "GeoJSON",
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(lon),\#(lat)]},"#
                    + #""properties":{"time":"\#(time)"}}"#
            ),
            ("OwnTracks .rec", "2026-01-01T00:00:09Z\t*                 \t\(ownTracks)\n"),
            ("OwnTracks", "{\"data\":[\(ownTracks)]}"),
            ("Dawarich", "[{\(place),\"timestamp\":1767225600}]"),
            (
                "phone's timeline",
                #"{"semanticSegments":[{"startTime":"\#(time)","endTime":"2026-01-01T02:00:00Z","timelinePath":["#
                    + #"{"point":"\#(lat)°, \#(lon)°","time":"\#(time)"}]}]}"#
            ),
        ]
    }

    @Test("it is skipped with its reason in every format", arguments: ["0", "0.0", "-0.000000"])
    func skipped(zero: String) {
        for (name, text) in Self.files(zero, zero) {
            let track = Sample.read(text)
            #expect(track.error == nil && track.count == 0 && track.skipped == [.nullIsland: 1], "\(name)")
        }
        #expect(SkipReason.nullIsland.description == "0,0 instead of a position")
    }

    @Test("it is skipped in formats with notations of their own")
    func notations() {
        let location = #"{"latitudeE7":0,"longitudeE7":0,"timestamp":"\#(Self.time)"}"#
        #expect(Sample.read("{\"locations\":[\(location)]}").skipped == [.nullIsland: 1])
        let sentence = "GPRMC,000000,A,0000.0000,N,00000.0000,E,,,010126,,,A"
        let sum = String(sentence.utf8.reduce(0, ^), radix: 16, uppercase: true)
        #expect(Sample.read("$\(sentence)*\(sum)\r\n").skipped == [.nullIsland: 1])
    }

    @Test("it is skipped in the messages of phones")
    func messages() {
        let message = #"{"_type":"location","lat":0,"lon":0,"tst":1767225600}"#
        #expect(PhoneMessage.ownTracks.decode(Array(message.utf8), device: "a").skipped == [.nullIsland: 1])
    }

    @Test("positions beside it, and on the equator or the meridian of Greenwich, are kept")
    func kept() {
        for (latitude, longitude) in [("0.0000001", "0"), ("0", "-0.00001"), ("0", "9.5"), ("51.5", "0")] {
            for (name, text) in Self.files(latitude, longitude) {
                let track = Sample.read(text)
                #expect(track.count == 1 && track.skipped.isEmpty, "\(name)")
            }
        }
    }
}
