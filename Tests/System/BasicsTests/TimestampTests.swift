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
