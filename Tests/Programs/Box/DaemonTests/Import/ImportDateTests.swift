import Basics
import CommandLine
import Location
import TestSupport
import Testing

@testable import Daemon

/// Files with dates that their receivers have wrong, or with none.
struct ImportDateTests {
    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    private func rmc(_ time: String, _ date: String) -> String {
        sentence("GPRMC,\(time),A,0100.0,N,00200.0,E,,,\(date),,,A")
    }

    private func times(_ imported: Imported) throws -> [String] { try imported.points().map(\.timestamp.iso8601) }

    @Test(
        "a receiver 1024 or 2048 weeks behind is named, and --add-weeks moves what is behind", arguments: [1024, 2048])
    func rollover(weeks: Int) throws {
        let imported = try Imported()
        let (date, day) = weeks == 1024 ? ("160506", "2006-05-16") : ("300986", "1986-09-30")
        try imported.write("old.nmea", rmc("100000", date) + rmc("100001", date) + rmc("150000", "311225"))
        imported.isDryRun = true
        #expect(try imported.run("old.nmea"))
        let hint =
            "old.nmea: 2 points are of \(day): if the receiver was \(weeks) weeks behind (GPS week rollover), "
            + "--add-weeks \(weeks) moves them, the last one to 2025-12-30"
        #expect(imported.errors == [hint])
        (imported.isDryRun, imported.addedWeeks) = (false, weeks)
        #expect(try imported.run("old.nmea"))
        #expect(imported.lines.last?.hasSuffix("; assumed: 2 (\(weeks) weeks later than in the file)") == true)
        #expect(imported.errors == [hint])
        let moved = ["2025-12-30T10:00:00.000Z", "2025-12-30T10:00:01.000Z", "2025-12-31T15:00:00.000Z"]
        #expect(try times(imported) == moved)
    }

    @Test(
        "fixes of gpsd before the receiver knew the date get it if the time of day continues",
        arguments: [("2006-05-16", 10), ("2019-04-07", 0)])
    func coldStart(day: String, hour: Int) throws {
        let imported = try Imported()
        let start = hour < 10 ? "T0\(hour)" : "T\(hour)"
        let days = [day, day, "2026-01-01", "2026-01-01", "2029-09-09", "2026-01-01"]
        let lines = days.enumerated().map { index, day in
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(day)\#(start):00:0\#(index).000Z","lat":1,"lon":2}"#
        }
        try imported.write("cold.log", lines.joined(separator: "\n"))
        #expect(try imported.run("cold.log"))
        #expect(try times(imported) == (0..<6).map { "2026-01-01\(start):00:0\($0).000Z" })
        let assumed = "assumed: 3 (date of a later sentence, as the receiver did not have it yet)"
        #expect(imported.lines == ["cold.log: gpsd JSON, 6 points read, 6 added; \(assumed)"])
    }

    @Test("a date of CSV whose order the file never shows is named, with the fix")
    func unknownOrder() throws {
        let imported = try Imported()
        try imported.write(
            "a.csv", "time,lat,lon\n2026-01-01T00:00:00Z,1,2\n01/05/2025 10:00,1,2\n02/05/2025 10:00,1,2\n")
        try imported.write("b.csv", "time,lat,lon\n01/05/2025 10:00:00Z,1,2\n13/05/2025 10:00:00Z,1,2\n")
        #expect(try imported.run("a.csv", "b.csv"))
        let skipped = "skipped: 2 (a date whose day or month may be first), the first at line 3"
        #expect(
            imported.lines == ["a.csv: CSV, 1 points read, 1 added; \(skipped)", "b.csv: CSV, 2 points read, 2 added"])
        let fix = "\"01/05/2025\": day or month first is not known; fix: write dates as YYYY-MM-DD"
        #expect(imported.errors == ["a.csv: \(fix)"])
    }

    @Test("of two receivers in a recording, one 1024 weeks behind, each keeps its dates")
    func twoReceivers() throws {
        let imported = try Imported()
        let lines = (0..<5).flatMap { second in
            [("/dev/a", "2026-01-01"), ("/dev/b", "2006-05-18")].map { device, day in
                #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(day)T10:00:0\#(second).000Z","lat":1,"lon":2}"#
            }
        }
        try imported.write("two.log", lines.joined(separator: "\n"))
        #expect(try imported.run("two.log"))
        let known = try times(imported)
        #expect(known.count == 10 && known.count { $0.hasPrefix("2026-01-01") } == 5)
    }

    @Test(
        "fixes of gpsd at the beginning of a clock, which nothing redates, are skipped at the start of each recording")
    func undated() throws {
        let imported = try Imported()
        func report(_ time: String) -> String {
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time).000Z","lat":1,"lon":2}"#
        }
        let greeting = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
        let cold = ["2019-04-07T00:00:05", "2019-04-07T00:00:06"].map(report)
        let days = ["2025-12-30T10:00:00", "2025-12-31T15:00:00"]
        let lines = [greeting] + cold + [report(days[0]), greeting] + cold + [report(days[1])]
        try imported.write("cold.log", lines.joined(separator: "\n"))
        try imported.write("day.log", cold.joined(separator: "\n"))
        #expect(try imported.run("cold.log"))
        #expect(try times(imported) == days.map { $0 + ".000Z" })
        let reason = "a date with which clocks begin, such as in January 1980, before the receiver knew it"
        #expect(imported.lines == ["cold.log: gpsd JSON, 2 points read, 2 added; skipped: 4 (\(reason))"])
        #expect(try imported.run("day.log"))
        #expect(try times(imported).count == 4)
    }

    @Test(
        "a few points of a recording with dates much earlier than those beside them are named",
        arguments: ["181015", "070419"])
    func firstDates(date: String) throws {
        let imported = try Imported()
        let early = rmc("110000", date) + rmc("110001", date)
        let day = date == "181015" ? "2015-10-18" : "2019-04-07"
        let (first, next) = (rmc("100000", "010125"), rmc("150000", "311225") + rmc("150001", "311225"))
        try imported.write("start.nmea", early + next)
        try imported.write("between.nmea", first + early + next)
        try imported.write("end.nmea", next + early)
        try imported.write("later.nmea", first + next + rmc("090000", "010625"))
        try imported.write("start.csv", "time,lat,lon\n\(day)T11:00:00Z,1,2\n2025-12-31T11:00:00Z,1,2\n")
        #expect(try imported.run("start.nmea", "between.nmea", "end.nmea", "later.nmea", "start.csv"))
        let text =
            "2 points are of \(day), years before those beside them: if the receiver did not know the date, history "
            + "prune --from --to removes them"
        #expect(imported.errors == ["start", "between", "end"].map { "\($0).nmea: \(text)" })
    }

    @Test("dates in the future are named")
    func future() throws {
        let imported = try Imported()
        try imported.write("next.csv", "time,lat,lon\n2045-01-01T00:00:00Z,1,2\n2026-01-01T00:00:00Z,1,2\n")
        #expect(try imported.run("next.csv"))
        #expect(imported.errors == ["next.csv: 1 point in the future is imported, of 2045-01-01"])
    }

    @Test("sentences without any date need one, which counts as said")
    func noDate() throws {
        let imported = try Imported()
        let lines = ["235959", "000000"].map { sentence("GPGGA,\($0),0100.0,N,00200.0,E,1,05,1,1,M,,M,,") }
        try imported.write("gga.nmea", lines.joined())
        #expect(try imported.code(["gga.nmea"]) == .nothingKnown)
        let hint = "gga.nmea: the sentences have no date; fix: --date YYYY-MM-DD, the day (UTC) of the first one"
        #expect(imported.errors.first == hint)
        imported.date = Imported.start
        #expect(try imported.run("gga.nmea"))
        #expect(imported.lines.last == "gga.nmea: NMEA 0183, 2 points read, 2 added; assumed: 2 (date of --date)")
        #expect(try times(imported) == ["2026-01-01T23:59:59.000Z", "2026-01-02T00:00:00.000Z"])
    }

    @Test(
        "of a recording with sentences, the reports of gpsd count, with time stamps or without",
        arguments: ["", "2026-01-01 00:00:00: "])
    func recording(stamp: String) throws {
        let imported = try Imported()
        let report =
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-01-01T00:00:00.000Z","lat":1,"lon":2}"# + "\r\n"
        let greeting = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
        let lines = [greeting, rmc("000000", "010126"), report, rmc("000001", "010126")].map { stamp + $0 }
        try imported.write("both.log", lines.joined() + stamp + "{\"class\":\"TPV\",\"mode\"")
        #expect(try imported.run("both.log"))
        let skipped = "2 (sentences whose fixes gpsd's JSON has), 1 (not readable)"
        #expect(
            imported.lines == ["both.log: gpsd JSON, 1 points read, 1 added; skipped: \(skipped), the first at line 3"])
        #expect(try imported.points().map(\.fix.device) == ["/dev/a"])
    }
}
