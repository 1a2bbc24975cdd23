import Basics
import Location
import Testing
import Tracks

/// Garmin's Training Center Database.
struct TCXTests {
    private func document(_ point: String, in element: String = "Activity") -> String {
        "<TrainingCenterDatabase xmlns='http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2'><\(element)><Lap>"
            + "<Track><Trackpoint>\(point)</Trackpoint></Track></Lap></\(element)></TrainingCenterDatabase>"
    }

    private static let time = "<Time>2026-01-01T00:00:00.000Z</Time>"
    private static let position =
        "<Position><LatitudeDegrees>-37.8</LatitudeDegrees><LongitudeDegrees>144.9</LongitudeDegrees></Position>"

    @Test("position, time, altitude and speed are read", arguments: [1, 9, 65_536])
    func point(chunkSize: Int) throws {
        let text = document(
            Self.time + Self.position
                + "<AltitudeMeters>12.5</AltitudeMeters><HeartRateBpm><Value>99</Value></HeartRateBpm>"
                + "<Extensions><x:TPX xmlns:x='a'><x:Speed>2.5</x:Speed></x:TPX></Extensions>")
        let track = Sample.read(text, chunkSize: chunkSize)
        let point = try #require(track.points.first)
        let place = try Sample.coordinate(-37.8, 144.9)
        #expect(point.timestamp == Sample.start && point.coordinate == place)
        #expect(point.fix.altitude == 12.5 && point.fix.speed == 2.5 && point.fix.mode == .threeDimensional)
        #expect(track.skipped.isEmpty && track.error == nil)
    }

    @Test("points without a position or a valid time are counted")
    func skipped() {
        #expect(Sample.read(document(Self.time)).skipped == [.noPosition: 1])
        #expect(Sample.read(document(Self.position)).skipped == [.noTime: 1])
        #expect(Sample.read(document("<Time>now</Time>" + Self.position)).skipped == [.badTime: 1])
    }

    @Test("the times of a course are made up, so it is no track")
    func course() {
        #expect(Sample.read(document(Self.time + Self.position, in: "Course")).skipped == [.notTrack: 1])
    }
}
