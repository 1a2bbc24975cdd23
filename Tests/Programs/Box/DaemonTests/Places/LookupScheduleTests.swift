import Basics
import Location
import Testing

@testable import Daemon

struct LookupScheduleTests {
    private static let start = Coordinate(latitude: 10, longitude: 20)

    @Test(
        "a lookup is due after 100 m or a minute, and never twice in a second",
        arguments: [
            (50.0, 30, true, false), (150, 30, true, true), (150, 30, false, true), (0, 60, true, true),
            (0, 60, false, false), (5000, 0, true, false),
        ])
    func due(metres: Double, seconds: Int, isLive: Bool, isDue: Bool) throws {
        var schedule = LookupSchedule()
        let start = try #require(Self.start)
        let first = schedule.isDue(at: start, isLive: false, uptime: .seconds(5))
        let there = start.moved(north: metres, east: 0)
        let second = schedule.isDue(at: there, isLive: isLive, uptime: .seconds(5 + seconds))
        #expect(first && second == isDue)
    }

    @Test("without a gazetteer lookups start soon and become rarer")
    func misses() throws {
        var (schedule, looked) = (LookupSchedule(), [Int]())
        let start = try #require(Self.start)
        for second in 0..<300 where schedule.isDue(at: start, isLive: true, uptime: .seconds(second)) {
            looked.append(second)
            schedule.record(hasGazetteer: second > 200)
        }
        #expect(looked == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
    }

    @Test("changed places make a lookup due at once")
    func reset() throws {
        var schedule = LookupSchedule()
        let start = try #require(Self.start)
        _ = schedule.isDue(at: start, isLive: true, uptime: .zero)
        schedule.reset()
        let isDue = schedule.isDue(at: start, isLive: true, uptime: .zero)
        #expect(isDue)
    }
}
