import Basics
import Location
import Testing
import Tracks

/// Python's own JSON reader finds all points in exported GeoJSON; gpsbabel 1.8 does not read its times.
@Suite(.enabled(if: ExternalTool.python.isPresent, "python3 is not installed"))
struct PythonTests {
    /// Prints a line per measured position: its time, longitude and latitude; cut points have no time.
    private static let script = """
        import datetime, json, sys
        for feature in json.load(open(sys.argv[1]))["features"]:
            shape, properties = feature["geometry"], feature["properties"]
            isPoint = shape["type"] == "Point"
            places = [shape["coordinates"]] if isPoint else shape["coordinates"]
            times = [properties["time"]] if isPoint else properties["coordTimes"]
            assert len(places) == len(times) and len(places) >= (1 if isPoint else 2)
            for place, time in zip(places, times):
                if time is None:
                    assert abs(place[0]) == 180
                    continue
                moment = datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))
                print(round(moment.timestamp() * 1000), place[0], place[1])
        """

    @Test("GeoJSON has the same number of points, times and places across gaps and the antimeridian")
    func geojson() throws {
        let starts = [nil, try Sample.coordinate(-16, -179.99995), try Sample.coordinate(89.9, 20)]
        let drives = try starts.enumerated().flatMap { index, start in
            try Sample.drive(points: index == 2 ? 1 : 300, from: start).map { point in
                var fix = point.fix
                fix.timestamp = point.timestamp + .seconds(index * 86_400)
                return try #require(TrackPoint(fix, motion: .moving))
            }
        }
        let folder = try ScratchFolder()
        let script = try folder.file("read.py", Array(Self.script.utf8))
        let file = try folder.file("track", Sample.export(drives, to: GeoJSONEncoder()))
        let lines = try ExternalTool.python.run([script, file], in: folder.path).split(separator: "\n")
        try #require(lines.count == drives.count)
        for (line, point) in zip(lines, drives) {
            let parts = line.split(separator: " ")
            #expect(Int64(parts[0]) == point.timestamp.milliseconds)
            #expect(Double(parts[1]) == point.coordinate.longitude && Double(parts[2]) == point.coordinate.latitude)
        }
    }
}
