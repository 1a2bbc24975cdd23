import Basics
import Location
import Testing

@testable import History

struct HourTests {
    @Test(
        "an hour begins on the hour, also before 1970",
        arguments: [(0, 0), (3_599_999, 0), (3_600_000, 1), (-1, -1)])
    func index(milliseconds: Int64, index: Int64) {
        let hour = Hour(containing: Timestamp(milliseconds: milliseconds))
        #expect(hour.index == index)
        #expect((hour.start...hour.last).contains(Timestamp(milliseconds: milliseconds)))
        #expect((hour.last - hour.start).milliseconds == 3_599_999)
    }

    @Test("points are grouped by hour and device in the order of arrival, without times that cannot be stored")
    func groups() throws {
        let (first, second) = (Sample.device, "second")
        let never = Timestamp(milliseconds: .min)
        var fix = try Sample.point(0).fix
        fix.timestamp = never
        let unstorable = try #require(TrackPoint(fix))
        let points =
            try Sample.points([10, 20], device: first) + [unstorable] + Sample.points([15], device: second)
            + Sample.points([30, 3700, 5], device: first) + Sample.points([25, 3650], device: second)
        let groups = HourGroups(points).groups
        #expect(groups.map(\.device) == [first, second, first, second])
        #expect(groups.map(\.points.seconds) == [[10, 20, 30, 5], [15, 25], [3700], [3650]])
        #expect(groups.allSatisfy { group in group.points.allSatisfy { group.hour.span.contains($0.timestamp) } })
        #expect(HourGroups([unstorable]).groups.isEmpty)
    }
}
