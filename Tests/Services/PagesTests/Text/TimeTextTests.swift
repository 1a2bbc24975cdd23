import Basics
import Location
import Testing

@testable import Pages

@Suite("Text")
struct TimeTextTests {
    @Test(
        "for an age has whole units",
        arguments: [
            (-5, "just now"), (0, "just now"), (1, "just now"), (2, "2 s ago"), (59, "59 s ago"), (60, "1 min ago"),
            (3599, "59 min ago"), (3600, "1 h ago"), (3660, "1 h 1 min ago"), (86_399, "23 h 59 min ago"),
            (86_400, "1 day ago"), (172_800, "2 days ago"), (Int64.max, "106751991167300 days ago"),
        ] as [(Int64, String)])
    func age(seconds: Int64, expected: String) {
        #expect(AgeText.text(.seconds(seconds)) == expected)
    }

    @Test(
        "for an age as of another moment",
        arguments: [(0, "under 2 s old"), (2, "2 s old"), (3660, "1 h 1 min old")])
    func old(seconds: Int64, expected: String) {
        #expect(AgeText.old(.seconds(seconds)) == expected)
    }

    @Test("for a time has date and time of day in UTC")
    func time() {
        #expect(TimeText.text(Timestamp(milliseconds: 1_767_226_012_345)) == "1 January 2026, 00:06:52 UTC")
        #expect(TimeText.text(Timestamp(milliseconds: -1)) == "31 December 1969, 23:59:59 UTC")
    }

    @Test(
        "for a course is the nearest of eight points",
        arguments: [
            (0, "north"), (22.4, "north"), (22.6, "north-east"), (90, "east"), (180, "south"), (270, "west"),
            (337.4, "north-west"), (337.6, "north"), (359.9, "north"), (-90, "west"), (1e300, "north"),
        ])
    func point(course: Double, expected: String) {
        #expect(CompassText.point(course) == expected)
        #expect(CompassText.direction(course) == "to the \(expected)")
    }

    @Test(
        "for a course has whole degrees below 360",
        arguments: [
            (0, "0"), (359.4, "359"), (359.5, "0"), (359.7, "0"), (360, "0"), (-0.2, "0"), (-90, "270"), (90.5, "91"),
            (1e300, "0"), (.nan, ""), (.infinity, ""),
        ] as [(Double, String)])
    func degrees(course: Double, expected: String) {
        #expect(CompassText.degrees(course) == expected)
    }

    @Test("is missing for a non-finite course", arguments: [Double.nan, .infinity])
    func noPoint(course: Double) {
        #expect(CompassText.point(course) == nil)
        #expect(CompassText.direction(course) == nil)
    }
}

struct DurationTextTests {
    @Test(
        "a duration has hours up to three days",
        arguments: [
            (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (82_680, "22 h 58 min"), (86_400, "24 h"),
            (259_199, "71 h 59 min"), (259_200, "3 days"), (262_800, "3 days 1 h"),
        ])
    func text(seconds: Int, expected: String) {
        #expect(DurationText.text(.seconds(seconds)) == expected)
    }
}
