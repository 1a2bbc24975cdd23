import Basics
import Location
import Testing
import Tracks

/// The days of NMEA sentences, of which not each has a date, and of which receivers give some a wrong one.
struct NMEADateTests {
    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    private func rmc(_ time: String, _ date: String) -> String {
        sentence("GPRMC,\(time),A,0100.0,N,00200.0,E,,,\(date),,,A")
    }

    private func gga(_ time: String, satellites: Int = 5) -> String {
        sentence("GPGGA,\(time),0100.0,N,00200.0,E,1,0\(satellites),1,1,M,,M,,")
    }

    private func gll(_ time: String) -> String { sentence("GPGLL,0100.0,N,00200.0,E,\(time),A,A") }

    /// The times of the points, to the second.
    private func times(_ track: ParsedTrack) -> [String] {
        track.points.map { String($0.timestamp.iso8601.dropLast(5)) }
    }

    private func read(_ lines: String..., date: Timestamp? = nil) -> ParsedTrack {
        var track = ParsedTrack()
        let reader = TrackReader(device: "import", date: date) { NoDecoder() }
        reader.feed(Array(lines.joined().utf8).span, into: &track)
        reader.finish(into: &track)
        return track
    }

    @Test(
        "a date that changes late or early at midnight is that of the time of day, which is said", arguments: [1, 2, 4])
    func midnight(step: Int) {
        let late = read(
            rmc("235959", "280226"), rmc("000000", "280226"), rmc("00000\(step)", "280226"), rmc("000005", "010326"))
        #expect(
            times(late) == [
                "2026-02-28T23:59:59", "2026-03-01T00:00:00", "2026-03-01T00:00:0\(step)", "2026-03-01T00:00:05",
            ])
        #expect(late.assumed == [.dayAtMidnight: 2])
        let early = read(rmc("235950", "280226"), rmc("23595\(step)", "010326"), rmc("000000", "010326"))
        #expect(times(early) == ["2026-02-28T23:59:50", "2026-02-28T23:59:5\(step)", "2026-03-01T00:00:00"])
        #expect(early.assumed == [.dayAtMidnight: 1])
    }

    @Test("the date may come late in an epoch whose first sentence has none")
    func midnightWithoutDate() {
        let track = read(
            gga("235959"), rmc("235959", "280226"), gga("000000"), gga("000001"), rmc("000001", "280226"),
            gga("000002"), rmc("000002", "010326"), gga("235958"), rmc("235958", "010326"))
        #expect(
            times(track) == [
                "2026-02-28T23:59:59", "2026-03-01T00:00:00", "2026-03-01T00:00:01", "2026-03-01T00:00:02",
                "2026-03-01T23:59:58",
            ])
    }

    @Test("a sentence of the epoch before may come late, also at midnight")
    func lateSentences() {
        let track = read(
            gga("235958"), gga("235959", satellites: 7), gll("235958"), rmc("235958", "280226"), gga("000000"),
            gll("235959"), rmc("235959", "280226"), rmc("000000", "010326"), gll("000000"))
        #expect(times(track) == ["2026-02-28T23:59:58", "2026-02-28T23:59:59", "2026-03-01T00:00:00"])
        #expect(track.points.map(\.satellitesUsed) == [5, 7, 5] && track.assumed.isEmpty)
    }

    @Test("the positions of a cold start get the date that the receiver then knows, if the time of day continues")
    func coldStart() {
        for date in ["060180", "220899", "150706", "010120", "070336"] {
            let track = read(
                rmc("100000", date), rmc("100001", date), gga("100002"), rmc("100002", date), rmc("100003", "010326"),
                rmc("100004", "010326"))
            #expect(times(track) == (0..<5).map { "2026-03-01T10:00:0\($0)" }, "\(date)")
            #expect(track.assumed == [.laterDate: 3])
        }
        let once = read(rmc("235959", "060180"), rmc("000000", "010326"), rmc("000001", "010326"))
        #expect(times(once) == ["2026-02-28T23:59:59", "2026-03-01T00:00:00", "2026-03-01T00:00:01"])
    }

    @Test("positions before the receiver knew date and time are skipped with that reason")
    func noDateYet() {
        let track = read(rmc("000003", "060180"), rmc("000004", "060180"), rmc("100000", "010326"))
        #expect(times(track) == ["2026-03-01T10:00:00"] && track.skipped == [.noDateYet: 2])
        let table = Sample.read("timestamp,latitude,longitude\n1980-01-06T00:00:19Z,1,2\n1980-02-06T00:00:19Z,1,2\n")
        #expect(table.count == 1 && table.skipped == [.noDateYet: 1])
    }

    @Test(
        "positions on a day with which clocks begin are skipped if the next is much later, and the one before, if any",
        arguments: ["1999-08-22", "2000-01-01", "2019-04-07"])
    func beginningOfClocks(day: String) {
        func read(_ days: [String]) -> ParsedTrack {
            let rows = days.enumerated().map { "\($1)T00:00:0\($0)Z,1,2\n" }
            return Sample.read("timestamp,latitude,longitude\n" + rows.joined())
        }
        let track = read([day, day, "2024-05-01", day, "2024-05-01"])
        #expect(track.count == 2 && track.points.count == 2 && track.skipped == [.noDateYet: 3])
        #expect(read(["2024-05-01", day, "2024-05-02", day]).skipped == [.noDateYet: 1])
        let next = "\(day.dropLast())\(day.last == "1" ? 2 : day.last == "2" ? 3 : 8)"
        #expect(read([day, day]).count == 2 && read([day, next, "2024-05-01"]).count == 3)
        let many = read(Array(repeating: day, count: 8) + ["2024-05-01"])
        #expect(many.count == 1 && many.skipped == [.noDateYet: 8])
        let morning = Sample.read("timestamp,latitude,longitude\n\(day)T09:00:00Z,1,2\n2024-05-01T10:00:00Z,1,2\n")
        #expect(morning.count == 2)
        #expect(read(["1970-01-01", "1970-01-02"]).skipped == [.noDateYet: 1])
    }

    @Test("a start without the date is corrected also after hours, but no date of a receiver that has been on for long")
    func lateStart() {
        func epochs(_ count: Int, from start: Int, _ date: String) -> String {
            (start..<(start + count)).map { second in
                let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                return rmc(parts.joined(), date)
            }.joined()
        }
        let track = read(
            epochs(4000, from: 0, "010326"), epochs(3, from: 40_000, "070419"), epochs(2, from: 40_003, "010326"))
        #expect(track.count == 4005 && track.assumed == [.laterDate: 3])
        #expect(times(track).allSatisfy { $0.hasPrefix("2026-03-01") })
        let long = read(epochs(4000, from: 0, "010326"), epochs(5, from: 4000, "070419"))
        #expect(long.assumed.isEmpty && long.count == 4005)
    }

    @Test("a wrong date between right ones, and a later start on another day, change no other day")
    func sessions() {
        let track = read(
            rmc("100000", "010326"), rmc("100001", "010326"), rmc("100002", "010999"), rmc("100003", "010326"),
            rmc("100004", "010336"), rmc("100005", "010326"),
            rmc("090000", "030326"), rmc("100000", "060180"), rmc("100001", "040326"))
        #expect(
            times(track) == [
                "2026-03-01T10:00:00", "2026-03-01T10:00:01", "2026-03-01T10:00:02", "2026-03-01T10:00:03",
                "2026-03-01T10:00:04", "2026-03-01T10:00:05",
                "2026-03-03T09:00:00", "2026-03-04T10:00:00", "2026-03-04T10:00:01",
            ])
        let daily = read(rmc("120000", "010326"), rmc("120000", "020326"), rmc("120000", "030326"))
        #expect(times(daily) == (1...3).map { "2026-03-0\($0)T12:00:00" } && daily.assumed.isEmpty)
        let noon = read(rmc("120000", "010326"), rmc("120500", "020326"), rmc("121000", "030326"))
        #expect(noon.assumed.isEmpty && times(noon)[1] == "2026-03-02T12:05:00")
    }

    @Test("a file without any date begins on the given day, and days follow from midnights")
    func givenDay() {
        let day = Timestamp(milliseconds: 1_772_236_800_000)
        let lines = [gga("235958"), gga("235959"), gll("235958"), gga("000000"), gll("000001")]
        let track = read(lines.joined(), date: day)
        #expect(
            times(track) == [
                "2026-02-28T23:59:58", "2026-02-28T23:59:59", "2026-03-01T00:00:00", "2026-03-01T00:00:01",
            ])
        #expect(track.assumed == [.givenDay: 4])
        let dated = read(lines.joined(), rmc("000002", "050326"), date: day)
        #expect(times(dated).first == "2026-03-04T23:59:58" && dated.assumed == [.laterDate: 4])
        #expect(read(lines.joined()).skipped == [.noTime: 4])
    }

    @Test("a long file without a date keeps the given day after its beginning")
    func longFile() {
        let day = Timestamp(milliseconds: 1_772_236_800_000)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let lines = (0..<9000).map { index in
            let second = (index + 79_200) % 86_400
            return gga(padded(second / 3600) + padded(second / 60 % 60) + padded(second % 60))
        }
        let track = read(lines.joined(), date: day)
        #expect(track.points.map(\.timestamp) == (0..<9000).map { day + .seconds($0 + 79_200) })
        #expect(track.assumed == [.givenDay: 9000])
    }

    @Test(
        "the time stamps of gpspipe date a file without a date",
        arguments: [
            "2026-03-01 00:00:02: ", "2026-02-28T23:59:58.0001Z: ", "Sat Feb 28 23:59:58 2026: ", "1772323198.123456: ",
            "1772323198 ", "2026-03-01T09:59:58+10:00 ", "2026-03-01 01:00:00 1772323198.123456: ",
            "\\s:a,c:1772323198*00\\",
        ])
    func timeStamps(stamp: String) {
        let track = read(stamp + gga("235959"), stamp + gga("000001"))
        #expect(times(track) == ["2026-02-28T23:59:59", "2026-03-01T00:00:01"])
        #expect(track.assumed == [.dayOfTimeStamp: 2])
    }

    @Test("GNS has altitude, accuracy, satellites and corrections, for each system or for all")
    func gns() {
        let date = rmc("100000", "010326")
        let all = read(date, sentence("GNGNS,100000,0100.0,N,00200.0,E,RDNA,12,0.8,45.1,4.9,,"))
        let fix = all.points.first?.fix
        #expect(fix?.altitude == 45.1 && fix?.ellipsoidalAltitude == 50 && fix?.differential == .rtkFixed)
        #expect(fix?.mode == .threeDimensional && all.points.first?.satellitesUsed == 12)
        #expect(fix?.horizontalAccuracy?.radius == 0.8 * HorizontalAccuracy.errorPerDilutionDifferential)
        let single = read(
            sentence("GPGNS,100000.00,0100.0,N,00200.0,E,A,07,1.5,45.1,,,"),
            sentence("GLGNS,100000.00,,,,,N,00,,,,,"), date)
        #expect(single.count == 1 && single.points.first?.satellitesUsed == 7)
        #expect(single.points.first?.fix.horizontalAccuracy?.radius == 1.5 * HorizontalAccuracy.errorPerDilution)
        let void = read(
            date, sentence("GNGNS,100001,,,,,NN,00,99.99,,,,"), sentence("GNGNS,100002,0100.0,N,00200.0,E,AN,,,,,,"))
        #expect(times(void) == ["2026-03-01T10:00:00", "2026-03-01T10:00:02"] && void.skipped == [.noPosition: 1])
    }
}
