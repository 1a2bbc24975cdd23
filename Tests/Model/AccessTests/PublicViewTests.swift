import Basics
import Location
import Testing

@testable import Access
@testable import Privacy

struct PublicViewTests {
    private func point(_ fix: Fix) throws -> TrackPoint {
        try #require(TrackPoint(fix, motion: .moving, satellitesUsed: 9))
    }

    private func share(
        since: Timestamp? = nil, precision: Double? = nil, delay: Duration = .zero
    ) throws -> Share {
        var store = AccessStore()
        let options = ShareOptions(since: since, precision: precision, delay: delay)
        return try store.addShare(options, secret: .random(), at: .start)
    }

    @Test("an exact view shows position, altitude and speed, and nothing of the receiver")
    func exact() throws {
        let view = PublicView(zones: PrivacyZones())
        let shown = try #require(view.point(try point(fullFix(51.5, -0.1))))
        var expected = Fix(device: "", mode: .threeDimensional)
        expected.timestamp = .start
        expected.coordinate = Coordinate(latitude: 51.5, longitude: -0.1)
        expected.horizontalAccuracy = HorizontalAccuracy(radius: 3.5, origin: .estimate)
        (expected.altitude, expected.verticalAccuracy, expected.speed, expected.course) = (100, 5, 12.5, 90)
        #expect(shown == TrackPoint(expected, motion: .moving))
    }

    @Test("doubts are for the owner, and a claim stays one")
    func levels() throws {
        let view = PublicView(zones: PrivacyZones())
        let shown = try Integrity.Level.allCases.map { level in
            view.point(try #require(TrackPoint(fullFix(51.5, -0.1), integrity: level)))?.integrity
        }
        #expect(shown == [.nominal, .nominal, .contradicted])
    }

    @Test("a rounded view shows the cell, a radius that contains it, and nothing to extrapolate from")
    func rounded() throws {
        let view = PublicView(zones: PrivacyZones(), precision: 100)
        let fix = fullFix(51.500012345, -0.100067891)
        let shown = try #require(view.point(try point(fix)))
        let coordinate = try #require(fix.coordinate)
        var expected = Fix(device: "", mode: .twoDimensional)
        expected.timestamp = .start
        expected.coordinate = Grid(precision: 100).rounded(coordinate)
        expected.horizontalAccuracy = HorizontalAccuracy(
            radius: Grid(precision: 100).widened(3.5, at: coordinate), origin: .estimate)
        #expect(shown == TrackPoint(expected, motion: .moving))
        #expect(shown.coordinate != coordinate)
        let radius = try #require(shown.fix.horizontalAccuracy?.radius)
        #expect(shown.coordinate.distance(to: coordinate) + 3.5 <= radius)
    }

    @Test("a precision out of range is clamped", arguments: [-1, 0, .nan, .infinity, 1e9])
    func precision(precision: Double) throws {
        let shown = PublicView(zones: PrivacyZones(), precision: precision).point(try point(fullFix(51.5, -0.1)))
        #expect(shown != nil && shown?.coordinate != Coordinate(latitude: 51.5, longitude: -0.1))
    }

    @Test("inside a zone a track has no points and a report its name", arguments: [nil, 100])
    func inside(precision: Double?) throws {
        let view = PublicView(zones: try zones(51.5, -0.1), precision: precision)
        let fix = fullFix(51.5, -0.1)
        #expect(view.point(try point(fix)) == nil)
        let presence = ZonePresence(stay: ZoneStay(zone: "Home", entered: .start + .seconds(-100)))
        let shown = view.report(fullReport(fix), presence: presence)
        var expected = Report(state: .live, since: .start + .minutes(-2), sequence: 0)
        expected.detail = "Home"
        #expect(shown == PublicReport(report: expected, zone: "Home"))
        let late = PublicView(try share(precision: precision, delay: .minutes(5)), zones: view.zones, at: .start)
            .report(of: try point(fullFix(51.5, -0.1, at: .start + .minutes(-5))), at: .start, staleAfter: .seconds(10))
        #expect(late.zone == "Home" && late.report.fix == nil && late.report.age == nil && late.report.motion == nil)
    }

    @Test("inside a zone a delayed report contains only the minute of entering, whatever points the history has")
    func minute() throws {
        let view = PublicView(
            try share(delay: .minutes(30)), zones: try zones(51.5, -0.1), at: .start + .seconds(59))
        let then = Timestamp.start + .minutes(-30)
        let reports = try [0, 17, 59].map { second in
            let point = try point(fullFix(51.5, -0.1, at: then + .seconds(second)))
            let stay = ZoneStay(zone: "Home", entered: then + .seconds(17))
            return view.report(of: point, at: .start + .seconds(59), staleAfter: .seconds(10), stay: stay)
        }
        #expect(reports.map(\.report.since) == [then, then, then])
        #expect(Set(reports).count == 1 && reports.first?.zone == "Home")
    }

    @Test(
        "inside a zone a report is the same without a position, with an old one and with a new one",
        arguments: [nil, 100])
    func stay(precision: Double?) throws {
        let view = PublicView(zones: try zones(51.5, -0.1), precision: precision)
        let fix = fullFix(51.5, -0.1)
        let presence = ZonePresence(stay: ZoneStay(zone: "Home", entered: .start))
        var lost = Report(state: .noFix, since: .start + .seconds(600), sequence: 50)
        lost.detail = "no signal"
        var timeless = lost
        timeless.fix = Fix(device: "/dev/ttyS0", mode: .none)
        var stale = fullReport(fix)
        (stale.state, stale.since, stale.age) = (.stale, .start + .seconds(77), .seconds(77))
        let shown = [fullReport(fix), lost, timeless, stale, Report(state: .starting, since: .start)].map {
            view.report($0, presence: presence)
        }
        #expect(Set(shown).count == 1 && shown.first?.zone == "Home")
    }

    @Test("a view that begins after the last position inside a zone shows nothing of the stay")
    func beforeTheStart() throws {
        let zones = try zones(51.5, -0.1)
        let fix = fullFix(51.5, -0.1)
        var presence = ZonePresence()
        presence.add(fullFix(52.5, -0.1), at: .start + .seconds(-1), in: zones)
        presence.add(fix, at: .start, in: zones)
        let strict = PublicView(try share(since: .start + .seconds(90)), zones: zones, at: .start + .seconds(90))
        for report in [fullReport(fix), Report(state: .noFix, since: .start + .seconds(7))] {
            let expected = Report(state: .noFix, since: .start + .seconds(60))
            #expect(strict.report(report, presence: presence) == PublicReport(report: expected, zone: nil))
        }
        let later = fullFix(51.5, -0.1, at: .start + .seconds(200))
        presence.add(later, at: .start + .seconds(200), in: zones)
        #expect(presence.stay?.entered == .start)
        for report in [fullReport(later), Report(state: .noFix, since: .start + .seconds(300))] {
            #expect(strict.report(report, presence: presence).report.since == .start + .seconds(60))
            #expect(strict.report(report, presence: presence).zone == "Home")
        }
    }

    @Test("a stay lasts until a position outside, and another one begins with the next inside")
    func stays() throws {
        let zones = try zones(51.5, -0.1)
        let (inside, outside) = (fullFix(51.5, -0.1), fullFix(52.5, -0.1))
        let lost = Fix(device: "a", mode: .none)
        var presence = ZonePresence()
        for fix in [lost, outside] { presence.add(fix, at: .start, in: zones) }
        #expect(presence.stay == nil && presence.left == nil)
        for (fix, second) in [(inside, 61), (inside, 300), (lost, 400)] {
            presence.add(fix, at: .start + .seconds(second), in: zones)
            #expect(presence.stay?.entered == .start + .seconds(60) && presence.left == nil)
        }
        for second in [500, 600] {
            presence.add(outside, at: .start + .seconds(second), in: zones)
            #expect(presence.stay == nil && presence.left == .start + .seconds(500))
        }
        presence.add(inside, at: .start + .seconds(700), in: zones)
        #expect(presence.stay?.entered == .start + .seconds(660))
        // Switched off outside, and on inside.
        presence.add(outside, at: .start + .seconds(800), in: zones)
        presence.add(inside, at: .start + .seconds(50_000), in: zones)
        #expect(presence.stay?.entered == .start + .seconds(780))
    }

    @Test("outside, a report shows nothing of the stay before: neither what began in there nor the number of positions")
    func afterwards() throws {
        let zones = try zones(51.5, -0.1)
        let (inside, outside) = (fullFix(51.5, -0.1), fullFix(52.5, -0.1, at: .start + .seconds(100)))
        var presence = ZonePresence()
        presence.add(inside, at: .start, in: zones)
        presence.add(outside, at: .start + .seconds(100), in: zones)
        let reports = [(20, 50), (90, 77), (-500, 3)].map { second, sequence in
            var report = fullReport(outside)
            (report.since, report.sequence) = (.start + .seconds(second), UInt64(sequence))
            return PublicView(zones: zones).report(report, presence: presence)
        }
        #expect(Set(reports).count == 1 && reports.first?.report.since == .start + .seconds(100))
        var later = fullReport(outside)
        later.since = .start + .seconds(170)
        #expect(PublicView(zones: zones).report(later, presence: presence).report.since == later.since)
    }

    @Test("a contradicted receiver is a stale one to others, who never see what it claims")
    func contradicted() throws {
        var report = fullReport(fullFix(51.5, -0.1))
        (report.state, report.claim) = (.contradicted, fullFix(52, -0.1))
        report.integrity = Integrity(level: .contradicted, since: .start)
        let shown = PublicView(zones: PrivacyZones([])).report(report).report
        #expect(shown.state == .stale && shown.claim == nil && shown.integrity.level == .nominal)
        #expect(shown.fix?.coordinate == report.fix?.coordinate && shown.age == report.age)
    }

    @Test("a report keeps only its state and position", arguments: [nil, 100])
    func report(precision: Double?) throws {
        let view = PublicView(zones: PrivacyZones(), precision: precision)
        let fix = fullFix(51.5, -0.1)
        var expected = Report(state: .live, since: .start + .seconds(-100), sequence: 42)
        (expected.age, expected.motion, expected.received) = (.seconds(2), .moving, .start + .seconds(1))
        expected.fix = view.point(try point(fix))?.fix
        expected.place = precision == nil ? fullReport(fix).place : nil
        #expect(view.report(fullReport(fix)) == PublicReport(report: expected, zone: nil))
        #expect(view.report(Report(state: .noFix, since: .start)).report == Report(state: .noFix, since: .start))
    }

    @Test("a track begins with the share; a report shows the last position unless a start is given")
    func since() throws {
        let before = try point(fullFix(51.5, -0.1, at: .start + .seconds(-1)))
        let plain = PublicView(try share(), zones: PrivacyZones(), at: .start)
        #expect(plain.point(before) == nil && plain.report(fullReport(before.fix)).report.fix != nil)
        #expect(plain.point(try point(fullFix(51.5, -0.1))) != nil)
        let strict = PublicView(try share(since: .start), zones: PrivacyZones(), at: .start)
        let shown = strict.report(fullReport(before.fix)).report
        #expect(shown.fix == nil && shown.age == nil && shown.motion == nil && shown.received == nil)
        var timeless = before.fix
        timeless.timestamp = nil
        #expect(strict.report(fullReport(timeless)).report.fix == nil)
    }

    @Test("with a delay a report contains nothing later, and the newest report is hidden")
    func delay() throws {
        let view = PublicView(try share(delay: .minutes(30)), zones: PrivacyZones(), at: .start)
        let then = Timestamp.start + .minutes(-30)
        #expect(view.latest == then)
        let newest = view.report(fullReport(fullFix(51.5, -0.1))).report
        #expect(newest == Report(state: .noFix, since: then))
        let late = try point(fullFix(51.5, -0.1, at: then + .seconds(1)))
        #expect(view.point(late) == nil)
        #expect(view.report(of: late, at: .start, staleAfter: .seconds(10)).report == newest)
        #expect(view.report(of: nil, at: .start, staleAfter: .seconds(10)).report == newest)
    }

    @Test(
        "with a delay the state, its start and the sequence are those of the point",
        arguments: [(0, TrackingState.live), (90, .live), (91, .stale), (1800, .stale)])
    func delayed(age: Int, state: TrackingState) throws {
        let view = PublicView(
            try share(since: .start + .days(-1), delay: .minutes(30)), zones: PrivacyZones(), at: .start)
        let time = Timestamp.start + .minutes(-30) + .seconds(-age)
        let shown = view.report(of: try point(fullFix(51.5, -0.1, at: time)), at: .start, staleAfter: .seconds(10))
            .report
        #expect(shown.state == state && shown.since == time && shown.sequence == UInt64(time.milliseconds))
        #expect(shown.age == .seconds(1800 + age) && shown.received == nil && shown.motion == .moving)
        #expect(shown.fix?.timestamp == time)
    }
}
