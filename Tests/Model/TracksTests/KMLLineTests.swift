import Basics
import Location
import Testing
import Tracks

/// Lines of KML with one time span for all their positions.
struct KMLLineTests {
    private static let span =
        "<TimeSpan><begin>2026-01-01T00:00:00.000Z</begin><end>2026-01-01T01:00:00+00:30</end></TimeSpan>"
    private static let (begin, end) = (Sample.start, Sample.start + .seconds(1800))

    private static func line(_ positions: String) -> String {
        "<LineString><altitudeMode>clampToGround</altitudeMode><coordinates>\(positions)</coordinates></LineString>"
    }

    private func read(_ placemarks: String..., chunkSize: Int = 65_536) -> ParsedTrack {
        let content = placemarks.map { "<Placemark><name>Driving</name>\($0)</Placemark>" }.joined()
        return Sample.read("<kml><Document>\(content)</Document></kml>", chunkSize: chunkSize)
    }

    private func points(_ track: ParsedTrack) -> [[Double]] {
        track.points.map {
            [
                Double($0.timestamp.milliseconds(since: Self.begin)) / 1000, $0.coordinate.longitude,
                $0.coordinate.latitude,
            ]
        }
    }

    @Test(
        "a day of Google's: the ends of the line have the ends of the span, and the positions between are counted",
        arguments: [1, 7, 65_536])
    func day(chunkSize: Int) {
        let visit = "<Point><coordinates>3,4,0</coordinates></Point>"
        let later = "<TimeSpan><begin>2026-01-01T00:30:01Z</begin><end>2026-01-01T02:00:00Z</end></TimeSpan>"
        let track = read(
            Self.line("1,2,0 1.5,2.5,0 2,3,0 3,4,0 ") + Self.span, visit + later, later + Self.line("\n 3,4\n\t5,6,7"),
            chunkSize: chunkSize)
        #expect(
            points(track) == [[0, 1, 2], [1800, 3, 4], [1801, 3, 4], [7200, 3, 4], [1801, 3, 4], [7200, 5, 6]])
        #expect(track.points.map(\.fix.altitude) == [nil, nil, nil, nil, nil, 7])
        #expect(track.error == nil && track.skipped == [.timeSpan: 2])
        #expect(SkipReason.timeSpan.description == "positions of a line that has times at its ends only")
    }

    @Test("several lines are one way, from the start of the first to the end of the last; a point beside is its label")
    func several() {
        let lines = Self.line("1,2 2,3") + Self.line("") + Self.line("3,4 4,5,6")
        let label = "<Point><coordinates>9,9</coordinates></Point>"
        let track = read("<MultiGeometry>\(lines)\(label)</MultiGeometry>" + Self.span)
        #expect(points(track) == [[0, 1, 2], [1800, 4, 5]] && track.skipped == [.timeSpan: 2, .notTrack: 1])
    }

    @Test("one moment dates none of several positions, and a span that is open one end")
    func ends() {
        let line = Self.line("1,2 2,3 3,4")
        let moment = "<TimeStamp><when>2026-01-01T00:00:00Z</when></TimeStamp>"
        let (begin, end) = ("<begin>2026-01-01T00:00:00Z</begin>", "<end>2026-01-01T00:30:00Z</end>")
        #expect(read(moment + line).skipped == [.timeSpan: 3])
        let point = "<Point><coordinates>9,8</coordinates></Point>"
        let beside = read(moment + "<MultiGeometry>\(point)\(line)</MultiGeometry>")
        #expect(points(beside) == [[0, 9, 8]] && beside.skipped == [.timeSpan: 3])
        let first = read("<TimeSpan>\(begin)</TimeSpan>" + line)
        #expect(points(first) == [[0, 1, 2]] && first.skipped == [.timeSpan: 2])
        let last = read("<TimeSpan>\(end)<begin>soon</begin></TimeSpan>" + line)
        #expect(points(last) == [[1800, 3, 4]] && last.skipped == [.timeSpan: 1, .badTime: 1])
        let swapped = read("<TimeSpan>\(end)\(begin)</TimeSpan>" + line)
        #expect(points(swapped) == [[0, 1, 2], [1800, 3, 4]])
        #expect(read(line, Self.line(""), Self.line("") + Self.span).skipped == [.noTime: 1])
    }

    @Test("one position is a place, and a position that is no good is counted")
    func positions() {
        #expect(points(read(Self.line("1,2,0") + Self.span)) == [[0, 1, 2], [1800, 1, 2]])
        #expect(points(read(Self.line("1, 2, 0 3, 4, 0") + Self.span)) == [[0, 1, 2], [1800, 3, 4]])
        let broken = read(Self.line("1,2 3,95") + Self.span)
        #expect(points(broken) == [[0, 1, 2]] && broken.skipped == [.badPosition: 1])
        let area =
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4</coordinates></LinearRing>"
            + "</outerBoundaryIs></Polygon>"
        #expect(read(area + Self.span).skipped == [.notTrack: 1])
    }

    @Test("a line may be of any length")
    func length() {
        let track = read(Self.span + Self.line("0,1,2 " + String(repeating: "1,2,3 ", count: 300_000) + "4,5"))
        #expect(points(track) == [[0, 0, 1], [1800, 4, 5]] && track.skipped == [.timeSpan: 300_000])
        let long = read(Self.span + Self.line(String(repeating: "1", count: 100_000) + ",2 4,5"))
        #expect(points(long) == [[1800, 4, 5]] && long.skipped == [.badPosition: 1])
    }
}
