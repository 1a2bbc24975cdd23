import Basics
import Location
import Testing

@Suite struct FixStorageTests {
    @Test func absentNumbersAreNil() {
        var fix = Fix(device: "/dev/ttyACM0")
        #expect(fix.altitude == nil && fix.climb == nil)
        fix.altitude = 0
        #expect(fix.altitude == 0)
        fix.altitude = .nan
        #expect(fix.altitude == nil)
    }

    @Test func fixesWithTheSameAbsentNumbersAreEqual() {
        let fix = Fix(device: "/dev/ttyACM0")
        var other = fix
        other.speed = .nan
        #expect(other == fix && other.hashValue == fix.hashValue)
        other.speed = 0
        #expect(other != fix)
        var negative = other
        negative.speed = -0.0
        #expect(negative == other && negative.hashValue == other.hashValue)
    }

    @Test func removedDetailsLeaveAnEqualFix() {
        let fix = Fix(device: "/dev/ttyACM0")
        var other = fix
        other.differentialAge = 2
        other.health = ReceiverHealth(interference: 7)
        #expect(other != fix && other.differentialAge == 2 && other.health?.interference == 7)
        (other.differentialAge, other.health) = (nil, nil)
        #expect(other == fix && other.hashValue == fix.hashValue)
    }

    @Test func detailsOfACopyAreItsOwn() {
        var fix = Fix(device: "/dev/ttyACM0")
        fix.differentialAge = 2
        var copy = fix
        copy.differentialAge = 3
        #expect(fix.differentialAge == 2 && copy.differentialAge == 3)
    }

    @Test func aPointHasNoDetails() throws {
        var fix = Fix(device: "/dev/ttyACM0", mode: .twoDimensional)
        fix.timestamp = Timestamp(milliseconds: 1_600_000_000_000)
        fix.coordinate = Coordinate(latitude: 47, longitude: 8)
        let plain = try #require(TrackPoint(fix))
        fix.accuracyEllipse = AccuracyEllipse(north: 3, east: 4)
        #expect(TrackPoint(fix) == plain)
        #expect(plain.fix.accuracyEllipse == nil)
    }

    /// An import holds up to 69,000 points, and copies each several times.
    @Test func aPointIsSmall() {
        #expect(MemoryLayout<TrackPoint>.size <= 200)
    }
}
