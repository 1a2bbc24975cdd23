import Basics
import Location
import Testing
import Tracks

/// Files of programs that give several receivers numbers or identifiers.
struct ReceiverIdentifierTests {
    private static let times = (0..<3).map { "2026-03-01T10:00:0\($0)Z" }
    private static let owners = ["aa", "bb", "aa"]

    private static func json(_ name: String) -> String {
        let points = zip(times, owners).map { time, owner in
            #"{"\#(name)":"\#(owner)","timestamp":"\#(time)","latitude":1,"longitude":2}"#
        }
        return "[\(points.joined(separator: ","))]"
    }

    private static func csv(_ name: String) -> String {
        "timestamp,latitude,longitude,\(name)\n" + zip(times, owners).map { "\($0),1,2,\($1)\n" }.joined()
    }

    private static let recorder = zip(times, owners).enumerated().map { index, point in
        "\(point.0)\t*\t" + #"{"_type":"location","lat":1,"lon":2,"tst":\#(1_772_359_200 + index),"tid":"\#(point.1)"}"#
    }

    private static let numbers = [(1, 0), (2, 1), (1, 2)].map { id, second in
        #"{"deviceId":\#(id),"fixTime":"2026-03-01T10:00:0\#(second)Z","latitude":1,"longitude":2}"#
    }

    private static let feature = zip(times, owners).map { time, owner in
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"#
            + #""properties":{"timestamp":"\#(time)","tracker_id":"\#(owner)"}}"#
    }

    @Test(
        "the second receiver of a file has its identifier as device, the first one the import's",
        arguments: [
            json("tracker_id"), json("device_id"), json("entity_id"), csv("deviceId"), csv("device_id"),
            csv("entity_id"),
            recorder.joined(separator: "\n"), "[\(numbers.joined(separator: ","))]",
            #"{"type":"FeatureCollection","features":[\#(feature.joined(separator: ","))]}"#,
        ])
    func several(text: String) {
        let track = Sample.read(text)
        let second = text.contains("bb") ? "bb" : "2"
        #expect(track.points.map(\.fix.device) == ["import", second, "import"] && track.error == nil)
    }

    @Test("a single identifier changes nothing, and a name counts more")
    func single() {
        let one = Self.csv("deviceId").replacing("bb", with: "aa")
        #expect(Sample.read(one).points.map(\.fix.device) == ["import", "import", "import"])
        let named = "timestamp,latitude,longitude,deviceId,device\n\(Self.times[0]),1,2,7,x\n\(Self.times[1]),1,2,8,x\n"
        #expect(Sample.read(named).points.map(\.fix.device) == ["x", "x"])
    }

    @Test("the receivers keep their devices in the next file, and the points of all but the first are counted")
    func nextFile() {
        let first = Sample.read(Self.json("tracker_id"))
        #expect(first.identified == ["bb": 1])
        var second = ParsedTrack(after: first)
        let reader = TrackReader(device: "import") { NoDecoder() }
        reader.feed(Array(Self.csv("device_id").replacing("aa", with: "cc").utf8).span, into: &second)
        reader.finish(into: &second)
        #expect(second.points.map(\.fix.device) == ["cc", "bb", "cc"] && second.identified == ["bb": 1, "cc": 2])
    }

    @Test("numbers of rows and empty identifiers are no receivers")
    func rows() {
        let rows = (0..<30).map { "2026-03-01T10:00:\($0 + 10)Z,1,2,\($0)\n" }.joined()
        let track = Sample.read("timestamp,latitude,longitude,deviceId\n" + rows)
        #expect(Set(track.points.map(\.fix.device)).count == 8 && track.points.last?.fix.device == "import")
        for unknown in ["", "null"] {
            let text = Self.csv("deviceId").replacing("bb", with: unknown)
            #expect(Sample.read(text).points.map(\.fix.device) == ["import", "import", "import"])
        }
        #expect(Sample.read(Self.json("device_id").replacing("bb", with: " ")).points[1].fix.device == "import")
    }
}
