import Basics
import Testing

@testable import Location
@testable import Tracks

/// The spellings of numbers and times.
struct ParsingTests {
    private func number(_ text: String) -> Double? { Double(decimal: Array(text.utf8).span) }
    private func time(_ text: String) -> String? { Timestamp(lenientISO8601: Array(text.utf8).span)?.iso8601 }

    @Test(
        "numbers equal those of the standard library",
        arguments: [
            "0", "-0", "1", "+1.5", "-37.80996889", "144.963263880000", ".5", "5.", "1e3", "1E-3", "-1.5e+2",
            "123456789012345678901234567890", "0.000000000000000000000000012345", "9007199254740993", "1e22", "1e23",
            "4.9e-324", "1.7976931348623157e308", "179.99999999999999999999", "1e-400", " 12.5 ", "\n3\t",
        ])
    func numbers(text: String) throws {
        let trimmed = text.filter { !$0.isWhitespace }
        let expected = try #require(Double(Substring(trimmed)))
        #expect(number(text) == expected && number(text)?.sign == expected.sign)
    }

    @Test("random numbers equal those of the standard library")
    func randomNumbers() throws {
        for _ in 0..<2000 {
            let text = "\(Double(Int64.random(in: -1_000_000_000_000...1_000_000_000_000)) / 1e9)"
            let expected = try #require(Double(Substring(text)))
            #expect(number(text) == expected)
        }
    }

    @Test(
        "malformed numbers are rejected",
        arguments: [
            "", " ", ".", "-", "e5", "1e", "1e+", "1.2.3", "1 2", "nan", "inf", "infinity", "0x10", "1,5", "--1",
            "1e309",
            "1e99999999999", "12a", "١",
        ])
    func noNumbers(text: String) {
        #expect(number(text) == nil)
    }

    @Test(
        "times are read in every spelling",
        arguments: [
            ("2026-01-01T00:06:52Z", "2026-01-01T00:06:52.000Z"),
            ("2026-01-01T00:06:52.5Z", "2026-01-01T00:06:52.500Z"),
            ("2026-01-01T00:06:52.123456789Z", "2026-01-01T00:06:52.123Z"),
            ("2026-01-01T00:06:52", "2026-01-01T00:06:52.000Z"), ("2026-01-01 00:06:52,25", "2026-01-01T00:06:52.250Z"),
            ("2026-01-01T02:06:52+02:00", "2026-01-01T00:06:52.000Z"),
            ("2025-12-31T19:36:52-0430", "2026-01-01T00:06:52.000Z"),
            ("2026-01-01T01:06:52+01", "2026-01-01T00:06:52.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"), ("2024-02-29T00:00:00z", "2024-02-29T00:00:00.000Z"),
            (" 9999-12-31T23:59:59Z\n", "9999-12-31T23:59:59.000Z"),
        ])
    func times(text: String, expected: String) {
        #expect(time(text) == expected)
    }

    @Test(
        "malformed times are rejected",
        arguments: [
            "", "2026-01-01", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z",
            "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+1", "2026-01-01T00:00:00+01:0",
            "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00ZZ", "2026-01-01X00:00:00Z", "20260101T000000Z",
            "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+02:00", "2026-01-01T00:00:00+0٠00",
        ])
    func noTimes(text: String) {
        #expect(time(text) == nil)
    }

    @Test("seconds since 1970 are limited to the calendar")
    func epochs() {
        #expect(Timestamp(secondsSince1970: 1_767_225_600.25)?.iso8601 == "2026-01-01T00:00:00.250Z")
        for seconds in [Double.nan, .infinity, 1e15, -1e15, 253_402_300_800] {
            #expect(Timestamp(secondsSince1970: seconds) == nil)
        }
    }
}
