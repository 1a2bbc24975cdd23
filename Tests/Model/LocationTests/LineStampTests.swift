import Basics
import Location
import Testing

/// The time stamps that programs write before the lines that they record.
struct LineStampTests {
    private func stamp(_ text: String) -> LineStamp? { LineStamp(line: Array(text.utf8).span) }

    /// 2026-11-27T03:00:00Z.
    private static let moment = Timestamp(milliseconds: 1_795_748_400_000)

    @Test(
        "a stamp without a zone is UTC, and is known to lack one",
        arguments: [
            "2026-11-27 03:00:00: ", "2026-11-27 03:00:00.000999: ", "2026-11-27 03:00:00 ", "2026-11-27T03:00:00: ",
            "[2026-11-27 03:00:00] ", "2026/11/27 03:00:00 ", "2026-11-27 03:00:00,000 INFO gps - ",
            "2026-11-27,03:00:00,", "2026-11-27 03:00 ", "Fri Nov 27 03:00:00 2026: ",
            "Fri Nov 27 03:00:00 2026.000123: ",
            "Fri 27 Nov 2026 03:00:00 AM: ", "27 Nov 2026 03:00:00 ", "Nov 27 2026 3:00:00 ",
            "2026-11-27 03:00:00 host a[12]: ", "2026-11-27 03:00:00 host gpspipe[1999]: ",
            "Nov 27 03:00:00 2026 host (a)[2025]: ", "[Fri Nov 27 03:00:00 2026] ",
            "2026-11-27_03:00:00 ", "Fri Nov 27 03:00:00 CET 2026: ",
        ])
    func withoutZone(text: String) throws {
        for content in ["{\"class\":\"TPV\"}", "$GPGGA,120000,", "!AIVDM,1"] {
            let found = try #require(stamp(text + content))
            #expect(found.time == Self.moment && !found.hasZone)
        }
    }

    @Test(
        "a stamp with a zone, or in seconds since 1970, is right everywhere",
        arguments: [
            "2026-11-27T03:00:00Z ", "2026-11-27T03:00:00.000Z: ", "2026-11-27T04:00:00+01:00 ",
            "2026-11-26T22:30:00-0430: ",
            "2026-11-27 04:00:00 +0100 ", "2026-11-27 03:00:00 UTC ", "2026-11-27T04:00:00+0100 host gpspipe[12]: ",
            "Fri Nov 27 03:00:00 UTC 2026: ", "Fri, 27 Nov 2026 04:00:00 +0100 ", "Fri Nov 27 03:00:00 AM UTC 2026 ",
            "1795748400 ", "1795748400: ", "1795748400.000: ", "1795748400.000456 ", "1795748400000 ",
            "1795748400000000 ",
            "1795748400000000000 ", "(1795748400.000456) can0 ", "2026-11-27 04:00:00 1795748400.000456: ",
            "\\s:GPS1,c:1795748400*00\\",
        ])
    func withZone(text: String) throws {
        let found = try #require(stamp(text + "$GPGGA,120000,"))
        #expect(found.time == Self.moment && found.hasZone)
    }

    @Test("fractions of a second, and the afternoon")
    func details() {
        let half = Self.moment + .milliseconds(120)
        for text in [
            "1795748400.12 ", "1795748400.120999: ", "2026-11-27 03:00:00.12: ", "2026-11-27T03:00:00,120Z ",
            "Fri Nov 27 03:00:00 2026.120345: ",
        ] { #expect(stamp(text + "{")?.time == half, "\(text)") }
        let noon = Timestamp(milliseconds: 1_795_780_800_000)
        for text in ["Fri Nov 27 12:00:00 PM UTC 2026 ", "2026-11-27 12:00:00 "] {
            #expect(stamp(text + "{")?.time == noon)
        }
    }

    @Test(
        "other texts before a line are no stamps",
        arguments: [
            "", "1: ", "+UGRMC: 1,", "Nov 27 03:00:00 ", "Nov 27 03:00:00 host gpspipe[2025]: ",
            "Nov 27 03:00:00 host a-b_[2025]: ", "Nov 03:00:00 2026 host a[27]: ", "03:00:00 ", "2026-11-27 ",
            "+2026 Jan 1: ",
            "2026-13-27 03:00:00 ",
            "2026-11-27 33:00:00 ", "0123456789 ", "12345678901 ", "\\g:1-2-73874,n:157036,s:r003669945*12\\",
            "no date in a text of some length that is a comment ", "99999999999999999999999 ",
            String(repeating: "x", count: 200) + " 1795748400 ",
        ])
    func none(text: String) {
        #expect(stamp(text + "{\"time\":\"2026-11-27T03:00:00Z\"}") == nil)
        #expect(stamp(text) == nil)
    }

    @Test("hostile texts end in time", arguments: ["1", "9:", "2026-", "+", "T", ".", "\\", "Jan ", "\u{FF}", ": "])
    func hostile(part: String) {
        _ = stamp(String(repeating: part, count: 100_000))
        _ = stamp("2026-01-01 00:00:00" + String(repeating: part, count: 30) + "{")
    }
}
