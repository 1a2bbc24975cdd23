import Testing

@testable import Basics

struct ZoneOffsetsTests {
    /// A change: the second, and the number of its type.
    private typealias Change = (second: Int64, type: UInt8)

    /// Returns a file with types of these offsets.
    private func file(
        _ changes: [Change], offsets: [Int], leapSeconds: Int = 0, version: String = "2", footer: String
    ) -> [UInt8] {
        func header(_ counts: [Int]) -> [UInt8] {
            Array("TZif\(version)".utf8) + Array(repeating: 0, count: 15) + counts.flatMap { big($0, 4) }
        }
        var bytes = header([0, 0, 0, 0, 1, 1]) + Array(repeating: 0, count: 7)
        bytes += header([0, 0, leapSeconds, changes.count, offsets.count, 4])
        bytes += changes.flatMap { big(Int($0.second), 8) } + changes.map(\.type)
        bytes += offsets.flatMap { big($0, 4) + [0, 0] } + Array("LMT\0".utf8)
        return bytes + Array(repeating: 0, count: 12 * leapSeconds) + Array("\n\(footer)\n".utf8)
    }

    private func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private func hours(_ zone: ZoneOffsets, _ second: Int64) -> Double? {
        let moment = Timestamp(milliseconds: second * 1000)
        return zone.civilTime(moment).map { (Timestamp($0) - moment).inSeconds / 3600 }
    }

    @Test("offsets are those of the type before the first change, of the changes, and of the rule after the last")
    func changes() throws {
        let bytes = file([(-1000, 1), (2000, 2)], offsets: [-3600, 7200, 0], footer: "<-03>3")
        let zone = try #require(ZoneOffsets(file: bytes))
        #expect([-1001, -1000, 1999, 2000].map { hours(zone, $0) } == [-1, 2, 2, -3])
        let last = try #require(ZoneOffsets(file: file([(-1000, 1)], offsets: [-3600, 7200], footer: "")))
        #expect([-1001, 5_000_000_000].map { hours(last, $0) } == [-1, 2])
        #expect(last.civilTime(Timestamp(milliseconds: .max)) == nil)
        #expect(last.civilTime(Timestamp(milliseconds: .min)) == nil)
    }

    @Test("a file that is cut off, older, of leap seconds, or has a type or a rule that is none is refused")
    func broken() {
        let whole = file([(-1000, 1)], offsets: [0, 3600], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(ZoneOffsets(file: whole) != nil)
        for count in whole.indices { #expect(ZoneOffsets(file: Array(whole[..<count])) == nil) }
        #expect(ZoneOffsets(file: file([(0, 1)], offsets: [0, 1], version: "\0", footer: "UTC0")) == nil)
        #expect(ZoneOffsets(file: file([(0, 1)], offsets: [0, 1], leapSeconds: 1, footer: "UTC0")) == nil)
        #expect(ZoneOffsets(file: file([(0, 2)], offsets: [0, 1], footer: "UTC0")) == nil)
        #expect(ZoneOffsets(file: file([(5, 1), (5, 0)], offsets: [0, 1], footer: "UTC0")) == nil)
        #expect(ZoneOffsets(file: file([], offsets: [], footer: "UTC0")) == nil)
        #expect(ZoneOffsets(file: file([], offsets: [99_999_999], footer: "UTC0")) == nil)
        #expect(ZoneOffsets(file: file([], offsets: [0], footer: "nonsense")) == nil)
    }

    @Test("any other bytes of a file are refused or read, and never end the program")
    func mutated() {
        let whole = file([(-1000, 1), (9, 0)], offsets: [0, 3600], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        for index in whole.indices {
            for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[index] = byte
                let zone = ZoneOffsets(file: bytes)
                for milliseconds in [Int64.min, -1, 1_793_491_200_000, 253_402_300_799_999, .max] {
                    let reading = zone?.civilTime(Timestamp(milliseconds: milliseconds))
                    _ = reading.flatMap { zone?.timestamp($0) }
                }
            }
        }
    }

    private static let (berlin, howe, nuuk) = (
        "CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
    )
    private static let (dublin, gaza) = ("IST-1GMT0,M10.5.0,M3.5.0/1", "EET-2EEST,M3.4.4/50,M10.4.4/50")

    @Test(
        "a rule of POSIX changes twice a year by the clock before the change, in both hemispheres",
        arguments: [
            (berlin, "2026-03-29T00:59:59Z", 3600), (berlin, "2026-03-29T01:00:00Z", 7200),
            (berlin, "2026-10-25T00:59:59Z", 7200), (berlin, "2026-10-25T01:00:00Z", 3600),
            (howe, "2026-12-31T23:00:00Z", 39_600), (howe, "2026-07-01T00:00:00Z", 37_800),
            (howe, "2026-04-04T14:59:59Z", 39_600), (howe, "2026-04-04T15:00:00Z", 37_800),
            // In winter Ireland has less than its standard time.
            (dublin, "2026-01-15T00:00:00Z", 0), (dublin, "2026-07-15T00:00:00Z", 3600),
            // The time of a change may be before or days after the weekday.
            (nuuk, "2026-03-29T00:59:59Z", -7200), (nuuk, "2026-03-29T01:00:00Z", -3600),
            (gaza, "2026-03-27T23:59:59Z", 7200), (gaza, "2026-03-28T00:00:00Z", 10_800),
            ("<+14>-14", "2026-01-01T00:00:00Z", 50_400),
        ])
    func rule(text: String, moment: String, offset: Int) throws {
        let rule = try #require(DaylightRule(text))
        let moment = try #require(Timestamp(iso8601: moment))
        #expect(rule.offset(at: moment.milliseconds / 1000) == offset)
    }

    @Test(
        "text that is no rule is refused",
        arguments: [
            "", "CET", "1", "CET-", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "<CET-1",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J60,J300", "CET-999", "CET-1:00:00:00",
            "CET-1CEST,M3.5.0/x,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0,M1.1.1", "CET--", "CET-1 ",
            "CET-1CEST-2x,M3.5.0,M10.5.0",
        ])
    func noRule(text: String) {
        #expect(DaylightRule(text) == nil)
    }
}
