import Basics
import Linux
import Testing

struct LocalClockTests {
    private let clock = LocalClock.system

    @Test(
        "local time differs from UTC by some hours, and both conversions agree",
        arguments: [0, -1, 1_767_225_600_123, 951_825_600_000, -1000, 4_102_444_800_000] as [Int64])
    func both(milliseconds: Int64) throws {
        let moment = Timestamp(milliseconds: milliseconds)
        let reading = try #require(clock.civilTime(moment))
        #expect(abs((Timestamp(reading) - moment).inSeconds) <= 15 * 3600)
        #expect(clock.timestamp(reading) == moment)
    }

    @Test("values out of range carry over: day 0 is the last of the previous month")
    func overflow() throws {
        let zero = try #require(clock.timestamp(CivilTime(year: 2026, month: 3, day: 0)))
        #expect(zero == clock.timestamp(CivilTime(year: 2026, month: 2, day: 28)))
    }

    @Test("moments out of range are nil, and years beyond history are correct")
    func beyond() throws {
        #expect(clock.timestamp(CivilTime(year: .max, month: 1, day: 1)) == nil)
        #expect(clock.timestamp(CivilTime(year: .min, month: 1, day: 1)) == nil)
        #expect(try #require(clock.civilTime(Timestamp(milliseconds: .max))).year > 290_000_000)
        #expect(try #require(clock.civilTime(Timestamp(milliseconds: .min))).year < -290_000_000)
    }
}
