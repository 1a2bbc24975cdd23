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
}
