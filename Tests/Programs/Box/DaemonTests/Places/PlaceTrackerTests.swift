import Basics
import Location
import Places
import TestSupport
import Testing

@testable import Daemon
@testable import Gazetteer

struct PlaceTrackerTests {
    private static let centre = Coordinate(latitude: 52, longitude: 13)
    private let clock = ManualClock()

    private func place(_ name: String = "Home", radius: Double = 100) throws -> Place {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: radius))
        let name = try #require(PlaceName(name))
        return try #require(Place(name: name, shape: .circle(circle)))
    }

    /// A fix at a distance in metres north of the centre.
    private func fix(_ metres: Double) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.timestamp = clock.now.wallClock
        fix.coordinate = Self.centre?.moved(north: metres, east: 0)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        return fix
    }

    /// The updates of a number of seconds there, without lookups.
    private func stay(_ tracker: inout PlaceTracker, at metres: Double, seconds: Int) -> PlaceUpdate {
        var update = PlaceUpdate()
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            update.formUnion(tracker.handle(fix(metres), state: .live, at: clock.now))
        }
        update.lookup = nil
        return update
    }

    @Test("an arrival is published once, with its position, and is in the report")
    func enters() throws {
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        #expect(stay(&tracker, at: 500, seconds: 20).events.isEmpty)
        let update = stay(&tracker, at: 0, seconds: 20)
        #expect(update.events.map(\.kind) == [.enter])
        let entered = try #require(update.events.first)
        #expect(entered.place == "Home" && entered.coordinate != nil && entered.horizontalAccuracy == 5)
        #expect(entered.since < entered.moment)
        #expect(update.inside?.map(\.text) == ["Home"] && update.states?.map(\.side) == [.inside])
        var report = Report(state: .live, since: clock.now.wallClock)
        tracker.add(to: &report)
        #expect(report.inside == ["Home"])
    }

    @Test("a decision of an earlier run becomes certain with a fix, without an event")
    func restart() throws {
        let name = try #require(PlaceName("Home"))
        let state = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()], states: [state]))
        var blind = tracker.handle(fix(0), state: .stale, at: clock.now)
        blind.lookup = nil
        #expect(blind.isEmpty)
        let update = stay(&tracker, at: 0, seconds: 5)
        #expect(update.events.isEmpty && update.inside == [name])
        #expect(stay(&tracker, at: 1, seconds: 5).isEmpty)
    }

    @Test("after a restart elsewhere the place is left, and was never certain")
    func moved() throws {
        let name = try #require(PlaceName("Home"))
        let state = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()], states: [state]))
        #expect(stay(&tracker, at: 5000, seconds: 5).inside == nil)
        let update = stay(&tracker, at: 5000, seconds: 20)
        #expect(update.events.map(\.kind) == [.leave] && update.inside == [])
    }

    @Test("changed places, or another arrival, make no unconfirmed place certain")
    func uncertain() throws {
        let name = try #require(PlaceName("Home"))
        let state = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        let shape = try place().shape
        let slow = try #require(Place(name: name, shape: shape, dwell: .seconds(600)))
        var tracker = PlaceTracker(PlaceInitialState(places: [slow], states: [state]))
        let centre = try #require(Self.centre?.moved(north: 9000, east: 0))
        let there = try #require(PlaceCircle(centre: centre, radius: 90))
        let other = try #require(PlaceName("Work"))
        let work = try #require(Place(name: other, shape: .circle(there)))
        #expect(tracker.apply(PlaceTrackerCommand(places: [slow, work]), at: clock.now).inside == nil)
        let update = stay(&tracker, at: 9000, seconds: 20)
        #expect(update.events.map(\.place) == ["Work"] && update.inside?.map(\.text) == ["Work"])
        #expect(tracker.apply(PlaceTrackerCommand(places: [slow]), at: clock.now).inside == [])
        #expect(stay(&tracker, at: 9000, seconds: 600).events.map(\.place) == ["Home"])
    }

    @Test("a first decision outside is stored, also for a place that is added later, and makes no event")
    func firstOutside() throws {
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        #expect(stay(&tracker, at: 500, seconds: 20).states?.map(\.side) == [.outside])
        let added = [try place(), try place("Work", radius: 50)]
        _ = tracker.apply(PlaceTrackerCommand(places: added), at: clock.now)
        let update = stay(&tracker, at: 500, seconds: 20)
        #expect(update.states?.map(\.side) == [.outside, .outside] && update.events.isEmpty)
        #expect(update.inside == nil)
        #expect(stay(&tracker, at: 501, seconds: 20).isEmpty)
    }

    @Test("without changes nothing is stored, and an empty set of places is published once")
    func none() throws {
        var tracker = PlaceTracker(PlaceInitialState())
        let update = stay(&tracker, at: 0, seconds: 5)
        #expect(update.states == nil && update.inside == [] && update.events.isEmpty)
        #expect(stay(&tracker, at: 0, seconds: 5).isEmpty)
    }

    @Test(
        "a place removed since an earlier run is left",
        arguments: [true, false])
    func gone(isLive: Bool) throws {
        let name = try #require(PlaceName("Depot"))
        let state = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [], states: [state]))
        if !isLive {
            let update = tracker.handle(nil, state: .noFix, at: clock.now)
            #expect(update.events.map(\.place) == ["Depot"] && update.states == [] && update.inside == nil)
            #expect(stay(&tracker, at: 0, seconds: 3).inside == [])
            return
        }
        let update = stay(&tracker, at: 0, seconds: 3)
        #expect(update.events.map(\.place) == ["Depot"] && update.events.map(\.kind) == [.leave])
        #expect(update.states == [] && update.inside == [])
        #expect(stay(&tracker, at: 0, seconds: 3).isEmpty)
    }

    @Test("places of an unreadable file are not left, and resume when it is back")
    func unreadable() throws {
        let name = try #require(PlaceName("Home"))
        let state = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [], isComplete: false, states: [state]))
        let update = stay(&tracker, at: 0, seconds: 20)
        #expect(update.events.isEmpty && update.states == nil)
        var other = tracker
        let back = tracker.apply(PlaceTrackerCommand(places: [try place()]), at: clock.now)
        #expect(back.events.isEmpty && back.inside == [])
        let confirmed = stay(&tracker, at: 0, seconds: 20)
        #expect(confirmed.events.isEmpty && confirmed.inside == [name])
        _ = other.apply(PlaceTrackerCommand(places: []), at: clock.now)
        let left = stay(&other, at: 0, seconds: 2)
        #expect(left.events.map(\.kind) == [.leave] && left.states == [])
        #expect(left.events.allSatisfy { $0.since == $0.moment })
    }

    @Test("a place removed while inside is left, and disappears from the report")
    func removed() throws {
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        _ = stay(&tracker, at: 0, seconds: 20)
        let change = PlaceTrackerCommand(places: [])
        #expect(tracker.changesReport(change))
        let update = tracker.apply(change, at: clock.now)
        #expect(update.events.map(\.kind) == [.leave] && update.inside == [] && update.states == [])
        var report = Report(state: .live, since: clock.now.wallClock)
        tracker.add(to: &report)
        #expect(report.inside.isEmpty)
    }

    @Test("a dragging anchor and a lost position are published")
    func anchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceInitialState())
        _ = tracker.apply(PlaceTrackerCommand(anchor: PlaceTrackerCommand.Anchor(watch: watch)), at: clock.now)
        #expect(stay(&tracker, at: 10, seconds: 20).events.isEmpty)
        let update = stay(&tracker, at: 80, seconds: 20)
        #expect(update.events.map(\.kind) == [.dragging] && update.anchor?.isDragging == true)
        #expect(update.events.first?.distance.map { abs($0 - 80) < 0.1 } == true)
        _ = tracker.handle(fix(80), state: .noFix, at: clock.now)
        let deadline = try #require(tracker.deadline)
        clock.advance(by: deadline - clock.now.uptime)
        #expect(tracker.isDue(at: clock.now.uptime))
        let lost = tracker.handle(fix(80), state: .noFix, at: clock.now)
        #expect(lost.events.map(\.kind) == [.lost] && lost.events.first?.coordinate == nil)
        _ = tracker.apply(PlaceTrackerCommand(anchor: PlaceTrackerCommand.Anchor(watch: nil)), at: clock.now)
        #expect(tracker.deadline == nil && stay(&tracker, at: 500, seconds: 30).isEmpty)
    }

    @Test("an anchor set without a position raises the lost alarm in time")
    func blindAnchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceInitialState())
        _ = tracker.apply(PlaceTrackerCommand(anchor: PlaceTrackerCommand.Anchor(watch: watch)), at: clock.now)
        _ = tracker.handle(nil, state: .noGPSD, at: clock.now)
        let deadline = try #require(tracker.deadline)
        clock.advance(by: deadline - clock.now.uptime)
        let update = tracker.handle(nil, state: .noGPSD, at: clock.now)
        #expect(update.events.map(\.kind) == [.lost] && update.anchor?.isLost == true)
    }

    @Test("nearby places have the current distance, and disappear far from their lookup")
    func around() throws {
        let centre = try #require(Self.centre)
        let entry = GazetteerEntry(
            name: "Town", region: "Region", country: "DE", coordinate: centre, source: "cities")
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        let found = NearbyPlaces(coordinate: centre, entry: entry, own: try place())
        #expect(tracker.changesReport(PlaceTrackerCommand(nearby: found)))
        _ = tracker.apply(PlaceTrackerCommand(nearby: found), at: clock.now)
        #expect(!tracker.changesReport(PlaceTrackerCommand(nearby: found)))
        var report = Report(state: .live, since: clock.now.wallClock)
        report.fix = fix(300)
        tracker.add(to: &report)
        #expect(report.place?.name == "Town" && report.place.map { abs($0.distance - 300) < 0.1 } == true)
        #expect(report.place?.bearing.map { abs($0 - 180) < 0.1 } == true)
        #expect(report.near?.name == "Home" && report.near.map { abs($0.distance - 200) < 0.1 } == true)
        report = Report(state: .live, since: clock.now.wallClock)
        report.fix = fix(1500)
        tracker.add(to: &report)
        #expect(report.place == nil && report.near == nil)
    }

    @Test("a contradicted receiver enters and leaves no place, and its contradiction and its trust are events")
    func contradicted() throws {
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        _ = stay(&tracker, at: 0, seconds: 20)
        var update = PlaceUpdate()
        for _ in 0..<60 {
            clock.advance(by: .seconds(1))
            update.formUnion(tracker.handle(fix(5000), state: .contradicted, at: clock.now))
        }
        #expect(update.events.map(\.kind) == [.contradicted] && update.states == nil && update.inside == nil)
        let event = try #require(update.events.first)
        #expect(event.place == "receiver" && event.coordinate == nil && event.isOfReceiver && !event.isOfPlace)
        let again = stay(&tracker, at: 0, seconds: 5)
        #expect(again.events.map(\.kind) == [.trusted] && again.events.first?.coordinate != nil)
    }

    @Test("the watch of an anchor is unsure while the receiver is contradicted: it neither holds nor drags")
    func unsureAnchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceInitialState(anchor: watch))
        _ = stay(&tracker, at: 10, seconds: 5)
        var (update, report) = (PlaceUpdate(), Report(state: .contradicted, since: clock.now.wallClock))
        for _ in 0..<30 {
            clock.advance(by: .seconds(1))
            update.formUnion(tracker.handle(fix(500), state: .contradicted, at: clock.now))
        }
        report.integrity.level = .contradicted
        tracker.add(to: &report)
        #expect(report.anchor?.isUnsure == true && report.anchor?.isDragging == false && report.anchor?.distance == nil)
        #expect(update.events.map(\.kind) == [.contradicted])
        report.state = .live
        report.integrity.level = .doubtful
        tracker.add(to: &report)
        #expect(report.anchor?.isUnsure == false)
    }

    @Test("the trust that the owner has given names who did it, and that which comes by itself has no name")
    func trustedByOwner() throws {
        var tracker = PlaceTracker(PlaceInitialState())
        for name in ["phone", nil] {
            _ = tracker.handle(fix(0), state: .contradicted, at: clock.now)
            if let name { tracker.recordAcceptance(by: name) }
            let events = tracker.handle(fix(0), state: .live, at: clock.now).events
            #expect(events.map(\.kind) == [.trusted] && events.first?.by == name)
        }
    }

    @Test("a restart of gpsd or of the daemon while contradicted is no event")
    func contradictedRestart() {
        var tracker = PlaceTracker(PlaceInitialState(isContradicted: true))
        let states: [TrackingState] = [.starting, .contradicted, .noGPSD, .noReceiver, .contradicted, .noFix, .stale]
        for state in states {
            let update = tracker.handle(fix(0), state: state, at: clock.now)
            #expect(update.events.isEmpty)
        }
        let update = tracker.handle(fix(0), state: .live, at: clock.now)
        #expect(update.events.map(\.kind) == [.trusted])
    }
}
