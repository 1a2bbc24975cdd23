import Basics
import Location
import Places
import PlacesFiles
import Testing

struct AnchorWatchJSONTests {
    @Test("the loss of positions survives a restart")
    func lost() throws {
        let centre = try #require(Coordinate(latitude: 1, longitude: 2))
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: Timestamp(milliseconds: 0), isLost: true))
        var read = try AnchorWatchJSON.decode(AnchorWatchJSON.encode(watch))
        #expect(read.isLost && read.deadline == nil)
        var fix = Fix(device: "", mode: .threeDimensional)
        fix.coordinate = centre
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        let moment = Moment(uptime: .seconds(1), wallClock: Timestamp(milliseconds: 1000))
        #expect(read.handle(fix, state: .live, at: moment).map(\.kind) == [.found])
    }

    @Test("round-trips a watch", arguments: [false, true])
    func roundTrip(isDragging: Bool) throws {
        let centre = try #require(Coordinate(latitude: 54.323, longitude: 10.139))
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let set = Timestamp(milliseconds: 1_790_000_000_123)
        let since = set + .seconds(90)
        let watch = try #require(AnchorWatch(circle, set: set, isDragging: isDragging, since: since))
        let read = try AnchorWatchJSON.decode(AnchorWatchJSON.encode(watch))
        #expect(read.circle == circle && read.set == set && read.isDragging == isDragging && read.since == since)
    }

    @Test(
        "rejects invalid documents",
        arguments: [
            "", "{}", #"{"latitude":91,"longitude":1,"radius":40,"set":"2026-01-01T00:00:00Z","dragging":false}"#,
            #"{"latitude":1,"longitude":1,"radius":0,"set":"2026-01-01T00:00:00Z","dragging":false}"#,
            #"{"latitude":1,"longitude":1,"radius":40,"set":"now","dragging":false}"#,
            #"{"latitude":1,"longitude":1,"radius":40,"set":"1969-12-31T23:59:59Z","dragging":false}"#,
        ])
    func refuses(text: String) {
        #expect(throws: PlacesFormatError.self) { try AnchorWatchJSON.decode(Array(text.utf8)) }
    }
}
