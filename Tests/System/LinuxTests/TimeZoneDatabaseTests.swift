import Basics
import Linux
import TestSupport
import Testing

/// With the package tzdata, on which WhereIsMy depends.
struct TimeZoneDatabaseTests {
    private let system = TimeZoneDatabase.system

    @Test(
        "the clock of a zone shows what its people read",
        arguments: [
            ("Europe/Berlin", "2026-03-29T00:59:59.999Z", "2026-03-29T01:59:59.999Z"),
            ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00.000Z"),
            ("Australia/Melbourne", "2026-11-21T22:00:00Z", "2026-11-22T09:00:00.000Z"),
            ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05T01:30:00.000Z"),
            ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59.000Z"),
            ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00.000Z"),
            ("America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-04T01:00:00.000Z"),
            ("Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01T00:00:00.000Z"),
            ("Etc/GMT+12", "2026-01-01T00:00:00Z", "2025-12-31T12:00:00.000Z"),
            ("Asia/Kathmandu", "2150-06-01T00:00:00Z", "2150-06-01T05:45:00.000Z"),
            ("Europe/Berlin", "2150-07-01T00:00:00Z", "2150-07-01T02:00:00.000Z"),
            ("UTC", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"),
        ])
    func readings(zone: String, moment: String, reading: String) throws {
        let clock = try #require(system.clock(zone))
        let moment = try #require(Timestamp(iso8601: moment))
        let shown = try #require(clock.civilTime(moment))
        #expect(Timestamp(shown).iso8601 == reading)
    }

    @Test(
        "a clock knows how far it is ahead of UTC",
        arguments: [
            ("Australia/Melbourne", "2026-11-21T22:00:00Z", 39_600),
            ("Australia/Melbourne", "2026-07-01T00:00:00Z", 36_000),
            ("America/St_Johns", "2026-01-01T00:00:00.5Z", -12_600), ("UTC", "1969-12-31T23:59:59.999Z", 0),
        ])
    func offset(zone: String, moment: String, seconds: Int) throws {
        let clock = try #require(system.clock(zone))
        #expect(clock.offset(at: try #require(Timestamp(iso8601: moment))) == .seconds(seconds))
        #expect(clock.offset(at: Timestamp(milliseconds: .max)) == nil)
    }

    @Test(
        "of a repeated time the first moment is meant, and a skipped one is as much later as the clock was set on",
        arguments: [
            ("Europe/Berlin", "2026-10-25T02:30:00Z", "2026-10-25T00:30:00.000Z"),
            ("Europe/Berlin", "2026-03-29T02:30:00Z", "2026-03-29T01:30:00.000Z"),
            ("America/Sao_Paulo", "2018-11-04T00:00:00Z", "2018-11-04T03:00:00.000Z"),
            ("Pacific/Apia", "2011-12-30T12:00:00Z", "2011-12-30T22:00:00.000Z"),
            ("Australia/Lord_Howe", "2026-04-05T01:45:00Z", "2026-04-04T14:45:00.000Z"),
        ])
    func moments(zone: String, reading: String, moment: String) throws {
        let clock = try #require(system.clock(zone))
        let reading = try #require(Timestamp(iso8601: reading))
        #expect(clock.timestamp(CivilTime(reading))?.iso8601 == moment)
        #expect(clock.timestamp(CivilTime(year: .max, month: 1, day: 1)) == nil)
    }

    @Test(
        "a name that is no zone has no clock",
        arguments: [
            "", " ", "/", ".", "..", "../../etc/passwd", "/etc/localtime", "/usr/share/zoneinfo/UTC", "Europe/../UTC",
            "Europe//Berlin", "Europe/Berlin/", "Europe", "Europe/Berlin\0", "Europe/Berlin\n", "europe/berlin",
            "localtime", "posixrules", "tzdata.zi", "zone.tab", "right/Europe/Berlin", "Nowhere/City", "Zürich",
            "+01:00",
            String(repeating: "A", count: 1000), String(repeating: "A/", count: 30) + "A", "Etc/Unknown",
        ])
    func unknown(name: String) {
        #expect(system.clock(name) == nil)
    }

    @Test("a former name leads to the zone that replaced it, and no name out of the directory")
    func formerNames() throws {
        let (directory, other) = (try ScratchDirectory(), try ScratchDirectory())
        let zone = try FileContents.read("/usr/share/zoneinfo/Asia/Kolkata")
        try directory.write("Kolkata", zone)
        try other.write("Outside", zone)
        let name = try #require(other.path.split(separator: "/").last)
        let outside = "../\(name)/Outside"
        let links = ["# version", "L Kolkata Asia/Calcutta", "L \(outside) Bad/City", "L Lost Lost/City"]
        try directory.write("tzdata.zi", Array(links.joined(separator: "\n").utf8))
        let database = TimeZoneDatabase(directory: directory.path)
        let noon = Timestamp(milliseconds: 1_793_534_400_000)
        #expect(database.clock("Kolkata")?.civilTime(noon)?.minute == 30)
        #expect(database.clock("Asia/Calcutta")?.civilTime(noon)?.minute == 30)
        #expect(TimeZoneDatabase(directory: other.path).clock("Outside") != nil)
        for name in ["Bad/City", outside, "Outside", "Lost/City", "Calcutta", "tzdata.zi"] {
            #expect(database.clock(name) == nil, "\(name)")
        }
        #expect(TimeZoneDatabase(directory: directory.file("none")).clock("UTC") == nil)
    }
}
