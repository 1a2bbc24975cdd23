import Location
import Places
import PlacesWire
import Testing

struct AnchorWatchJSONTests {
    @Test("a watch goes on as it was written", arguments: [false, true])
    func roundTrip(isDragging: Bool) throws {
        let centre = try #require(Coordinate(latitude: 54.323, longitude: 10.139))
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let set = Timestamp(milliseconds: 1_790_000_000_123)
        let watch = try #require(AnchorWatch(circle, set: set, isDragging: isDragging))
        let read = try AnchorWatchJSON.decode(AnchorWatchJSON.encode(watch))
        #expect(read.circle == circle && read.set == set && read.isDragging == isDragging)
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            "", "{}", #"{"latitude":91,"longitude":1,"radius":40,"set":"2026-01-01T00:00:00Z","dragging":false}"#,
            #"{"latitude":1,"longitude":1,"radius":0,"set":"2026-01-01T00:00:00Z","dragging":false}"#,
            #"{"latitude":1,"longitude":1,"radius":40,"set":"now","dragging":false}"#,
        ])
    func refuses(text: String) {
        #expect(throws: PlacesFileError.self) { try AnchorWatchJSON.decode(Array(text.utf8)) }
    }
}
