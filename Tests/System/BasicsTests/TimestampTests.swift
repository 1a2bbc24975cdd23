import Basics
import Testing

struct TimestampTests {
    @Test(
        "parses its own output",
        arguments: [
            ("1970-01-01T00:00:00.000Z", 0), ("2026-01-01T00:06:52.311Z", 1_767_226_012_311),
            ("2000-02-29T23:59:59.999Z", 951_868_799_999), ("1999-12-31T00:00:00.001Z", 946_598_400_001),
            ("1969-12-31T23:59:59.999Z", -1), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ])
    func roundTrip(text: String, milliseconds: Int) {
        let moment = Timestamp(milliseconds: Int64(milliseconds))
        #expect(moment.iso8601 == text)
        #expect(Timestamp(iso8601: text) == moment)
    }

    @Test("a file may have the times from 1970 to 9999, and no other")
    func storable() {
        for milliseconds in [0, 253_402_300_799_999] as [Int64] {
            let moment = Timestamp(storable: milliseconds)
            #expect(moment?.milliseconds == milliseconds)
            #expect(moment.flatMap { Timestamp(storable: $0.iso8601) } == moment)
        }
        for milliseconds in [-1, 253_402_300_800_000, .min, .max] as [Int64] {
            #expect(Timestamp(storable: milliseconds) == nil)
        }
        #expect(Timestamp(storable: "1969-12-31T23:59:59.999Z") == nil && Timestamp(storable: "") == nil)
    }

    @Test("a leap second becomes the next second")
    func leapSecond() {
        #expect(Timestamp(iso8601: "2016-12-31T23:59:60Z")?.iso8601 == "2017-01-01T00:00:00.000Z")
    }

    @Test(
        "returns nil for invalid timestamps",
        arguments: [
            "", "2026", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00,5Z", "2026/01/01T00:00:00Z", "2026-01-0xT00:00:00Z",
            // Written again, it would have a year of five digits, which no file with it could be read with.
            "9999-12-31T23:59:60Z",
        ])
    func rejected(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }
}
