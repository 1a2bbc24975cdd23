import Basics
import Location
import Places
import PublishFormats
import Testing

struct PublishFilterTests {
    /// A zone of 200 m at 50 N 8 E; at 50.1 N nothing is hidden.
    private static var zones: [PrivacyZone] {
        get throws {
            let centre = try #require(Coordinate(latitude: 50, longitude: 8))
            return [try #require(PrivacyZone(name: "Home zone", centre: centre, radius: 200))]
        }
    }

    private func filter(_ privacy: PublishPrivacy) throws -> PublishFilter {
        let places = [try place("Garden", 50.0001, 8), try place("City", 50.1, 8, radius: 20_000)]
        return PublishFilter(privacy, zones: try Self.zones, places: places)
    }

    @Test("exact privacy passes everything, also inside a zone")
    func exact() throws {
        let fix = try #require(try filter(.exact).report(fullReport(fullFix(50, 8))).live)
        #expect(fix.coordinate == Coordinate(latitude: 50, longitude: 8) && fix.timestamp == .start)
        #expect(fix.accuracy == 3.5 && fix.altitude == 100 && fix.verticalAccuracy == 5)
        #expect(fix.speed == 12.5 && fix.course == 90 && fix.isMoving == true)
        #expect(fix.satellites == 9 && fix.odometer == 1234 && fix.inside == ["Garden", "City"])
    }

    @Test("inside a zone all reports and messages are the same, whatever happens there")
    func inside() throws {
        let encoder = HomeAssistantEncoder(device: "van", version: "1")
        for privacy in [PublishPrivacy.zone, .rounded(metres: 100)] {
            let filter = try filter(privacy)
            var reports = [fullReport(fullFix(50, 8))]
            reports.append(fullReport(fullFix(50.0005, 8.001, at: .start + .seconds(60)), odometer: 2000))
            reports.append(fullReport(fullFix(50, 8), satellites: 4, motion: .stationary))
            for state in [TrackingState.stale, .noFix, .noReceiver, .noGPSD] {
                reports.append(fullReport(fullFix(50, 8)))
                reports[reports.count - 1].state = state
            }
            let published = reports.map(filter.report)
            #expect(Set(published) == [.hidden])
            #expect(Set(published.map(encoder.attributes)).count == 1)
            let point = try #require(TrackPoint(fullFix(50, 8), motion: .moving, satellitesUsed: 9))
            #expect(filter.fix(point) == nil)
        }
    }

    @Test("outside a zone the odometer and the places inside the zone are withheld")
    func outside() throws {
        let filter = try filter(.zone)
        let fix = try #require(filter.report(fullReport(fullFix(50.1, 8))).live)
        #expect(fix.coordinate == Coordinate(latitude: 50.1, longitude: 8) && fix.speed == 12.5)
        #expect(fix.odometer == nil && fix.satellites == 9 && fix.inside == ["City"])
        let point = try #require(TrackPoint(fullFix(50.1, 8), motion: .stationary, satellitesUsed: 7))
        let sent = try #require(filter.fix(point))
        #expect(sent.satellites == 7 && sent.isMoving == false && sent.altitude == 100 && sent.inside == [])
        let free = PublishFilter(.zone, zones: [])
        #expect(free.report(fullReport(fullFix(50, 8))).live?.odometer == 1234)
        #expect(free.report(fullReport(fullFix(50, 8))).live?.inside == ["Garden", "City"])
    }

    @Test("rounded positions have nothing that is not rounded")
    func rounded() throws {
        let filter = try filter(.rounded(metres: 1000))
        let first = try #require(filter.report(fullReport(fullFix(50.1001, 8.1001))).live)
        let second = try #require(filter.report(fullReport(fullFix(50.1002, 8.1002))).live)
        #expect(first == second && first.coordinate != Coordinate(latitude: 50.1001, longitude: 8.1001))
        #expect(try #require(first.accuracy) > 500)
        #expect(first.speed == nil && first.course == nil && first.altitude == nil && first.verticalAccuracy == nil)
        #expect(first.odometer == nil && first.satellites == nil && first.inside == [])
        let point = try #require(TrackPoint(fullFix(50.1001, 8.1001), satellitesUsed: 9))
        let sent = try #require(filter.fix(point))
        #expect(sent.coordinate == first.coordinate && sent.satellites == nil && sent.speed == nil)
    }

    @Test("a contradicted position is sent only to a fleet, and with zones only if it was outside them")
    func contradicted() throws {
        var report = fullReport(fullFix(50.1, 8))
        (report.state, report.claim, report.integrity.level) = (.contradicted, fullFix(51, 8), .contradicted)
        let point = try #require(TrackPoint(fullFix(51, 8), integrity: .contradicted))
        let doubtful = try #require(TrackPoint(fullFix(51, 8), integrity: .doubtful))
        for privacy in [PublishPrivacy.exact, .zone, .rounded(metres: 100)] {
            let filter = try filter(privacy)
            #expect(filter.report(report).live == nil)
            #expect(filter.point(of: report)?.integrity == .contradicted)
            #expect(filter.report(report).state == .contradicted)
            #expect(filter.fix(point) == nil)
            #expect(filter.point(point)?.integrity == (privacy == .exact ? .contradicted : nil))
            #expect(filter.fix(doubtful) != nil && filter.point(doubtful)?.integrity == .doubtful)
        }
        report.fix = fullFix(50, 8)
        #expect(try filter(.zone).point(of: report) == nil && filter(.exact).point(of: report) != nil)
        report.fix = nil
        #expect(try filter(.zone).point(of: report) == nil)
    }

    @Test("the events of the receiver are for a fleet, and withheld where it may be inside a zone")
    func trust() throws {
        var event = PlaceEvent(.trusted, place: PlaceEvent.receiver, moment: .start, since: .start)
        event.by = "ann"
        #expect(try filter(.exact).trust(event) == event && filter(.zone).trust(event) == nil)
        event.coordinate = Coordinate(latitude: 50.1, longitude: 8)
        #expect(try filter(.zone).trust(event) == event)
        #expect(try filter(.rounded(metres: 100)).trust(event)?.coordinate == nil)
        let other = PlaceEvent(.enter, place: "City", moment: .start, since: .start)
        #expect(try filter(.exact).trust(other) == nil)
    }

    @Test("a report without a position has its state")
    func noFix() throws {
        let report = Report(state: .noReceiver, since: .start)
        #expect(try filter(.zone).report(report) == .hidden)
        var stale = fullReport(fullFix(50.1, 8))
        stale.state = .stale
        let published = try filter(.zone).report(stale)
        #expect(published.live == nil && published.fix?.timestamp == .start && published.state == .stale)
    }

    @Test("transitions are withheld inside a zone, for places in it, for unknown ones, and from rounded positions")
    func transitions() throws {
        func event(_ place: String, _ latitude: Double?, kind: PlaceEvent.Kind = .leave) -> PlaceEvent {
            let coordinate = latitude.flatMap { Coordinate(latitude: $0, longitude: 8) }
            return PlaceEvent(
                kind, place: place, moment: .start, since: .start, coordinate: coordinate, horizontalAccuracy: 5)
        }
        let zone = try filter(.zone)
        let sent = try #require(zone.transition(event("City", 50.1)))
        #expect(!sent.isEntering && sent.place == "City" && sent.placeCreated == .start && sent.accuracy == 5)
        // Left behind the zone, long after the place in it.
        #expect(zone.transition(event("Garden", 50.1)) == nil)
        #expect(zone.transition(event("City", 50)) == nil && zone.transition(event("City", nil)) == nil)
        #expect(zone.transition(event("Elsewhere", 50.1)) == nil)
        #expect(zone.transition(event(PlaceEvent.anchor, 50.1, kind: .dragging)) == nil)
        #expect(try filter(.exact).transition(event(PlaceEvent.receiver, 50.1, kind: .contradicted)) == nil)
        #expect(try filter(.rounded(metres: 100)).transition(event("City", 50.1)) == nil)
        let exact = try filter(.exact)
        #expect(exact.transition(event("Garden", 50))?.place == "Garden")
        #expect(exact.transition(event("Elsewhere", nil))?.coordinate == nil)
        #expect(PublishFilter(.zone, zones: []).transition(event("Garden", nil, kind: .enter))?.isEntering == true)
    }

    @Test("a selection sends after an interval or a distance, whichever comes first, and all late fixes")
    func selection() throws {
        let here = try #require(Coordinate(latitude: 50, longitude: 8))
        let there = try #require(Coordinate(latitude: 50.001, longitude: 8))
        let both = PublishSelection.thinned(interval: .seconds(10), distance: 50)
        let last = (timestamp: Timestamp.start, coordinate: here)
        #expect(both.selects(.start, here, after: nil))
        #expect(!both.selects(.start + .milliseconds(9499), here, after: last))
        #expect(both.selects(.start + .milliseconds(9500), here, after: last))
        #expect(both.selects(.start + .seconds(1), there, after: last))
        #expect(both.selects(.start + .seconds(-1), here, after: last))
        let far = PublishSelection.thinned(interval: nil, distance: 50)
        #expect(!far.selects(.start + .seconds(99), here, after: last))
        #expect(PublishSelection.all.selects(.start, here, after: last))
    }
}
