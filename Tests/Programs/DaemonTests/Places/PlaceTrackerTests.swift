import Basics
import Gazetteer
import Location
import Places
import TestSupport
import Testing

@testable import Daemon

struct PlaceTrackerTests {
    private static let centre = Coordinate(latitude: 52, longitude: 13)
    private let clock = ManualClock()

    private func place(_ name: String = "Home", radius: Double = 100) throws -> Place {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: radius))
        let name = try #require(PlaceName(name))
        return try #require(Place(name: name, shape: .circle(circle)))
    }

    /// A fix that many metres north of the centre.
    private func fix(_ metres: Double) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.timestamp = clock.now.wallClock
        fix.coordinate = Self.centre?.moved(north: metres, east: 0)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        return fix
    }

    /// What is new in so many seconds there, without look-ups.
    private func stay(_ tracker: inout PlaceTracker, at metres: Double, seconds: Int) -> PlaceUpdate {
        var news = PlaceUpdate()
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            news.formUnion(tracker.handle(fix(metres), state: .live, at: clock.now))
        }
        news.lookup = nil
        return news
    }

    @Test("who comes is told once, with where, and the report says so")
    func enters() throws {
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        #expect(stay(&tracker, at: 500, seconds: 20).events.isEmpty)
        let news = stay(&tracker, at: 0, seconds: 20)
        #expect(news.events.map(\.kind) == [.enter])
        let entered = try #require(news.events.first)
        #expect(entered.place == "Home" && entered.coordinate != nil && entered.horizontalAccuracy == 5)
        #expect(entered.since < entered.moment)
        #expect(news.inside?.map(\.text) == ["Home"] && news.states?.map(\.side) == [.inside])
        var report = Report(state: .live, since: clock.now.wallClock)
        tracker.add(to: &report)
        #expect(report.inside == ["Home"])
    }

    @Test("what an earlier run has decided is told as certain once a fix confirms it, and not as an event")
    func restart() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()], states: [standing]))
        var blind = tracker.handle(fix(0), state: .stale, at: clock.now)
        blind.lookup = nil
        #expect(blind.isEmpty)
        let news = stay(&tracker, at: 0, seconds: 5)
        #expect(news.events.isEmpty && news.inside == [name])
        #expect(stay(&tracker, at: 1, seconds: 5).isEmpty)
    }

    @Test("after a restart elsewhere it is left, and never told as certain before")
    func moved() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()], states: [standing]))
        #expect(stay(&tracker, at: 5000, seconds: 5).inside == nil)
        let news = stay(&tracker, at: 5000, seconds: 20)
        #expect(news.events.map(\.kind) == [.leave] && news.inside == [])
    }

    @Test("other places, or another one entered, make none certain that no fix has confirmed")
    func uncertain() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        let shape = try place().shape
        let slow = try #require(Place(name: name, shape: shape, dwell: .seconds(600)))
        var tracker = PlaceTracker(PlaceInitialState(places: [slow], states: [standing]))
        let centre = try #require(Self.centre?.moved(north: 9000, east: 0))
        let there = try #require(PlaceCircle(centre: centre, radius: 90))
        let other = try #require(PlaceName("Work"))
        let work = try #require(Place(name: other, shape: .circle(there)))
        #expect(tracker.apply(PlaceTrackerCommand(places: [slow, work]), at: clock.now).inside == nil)
        let news = stay(&tracker, at: 9000, seconds: 20)
        #expect(news.events.map(\.place) == ["Work"] && news.inside?.map(\.text) == ["Work"])
        #expect(tracker.apply(PlaceTrackerCommand(places: [slow]), at: clock.now).inside == [])
        #expect(stay(&tracker, at: 9000, seconds: 600).events.map(\.place) == ["Home"])
    }

    @Test("nothing is kept where there is nothing to keep, and that one is nowhere is told once")
    func none() throws {
        var tracker = PlaceTracker(PlaceInitialState())
        let news = stay(&tracker, at: 0, seconds: 5)
        #expect(news.states == nil && news.inside == [] && news.events.isEmpty)
        #expect(stay(&tracker, at: 0, seconds: 5).isEmpty)
    }

    @Test(
        "a place that is no more since an earlier run was left, as far as anybody acts on it",
        arguments: [true, false])
    func gone(isLive: Bool) throws {
        let name = try #require(PlaceName("Depot"))
        let standing = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [], states: [standing]))
        if !isLive {
            let news = tracker.handle(nil, state: .noFix, at: clock.now)
            #expect(news.events.map(\.place) == ["Depot"] && news.states == [] && news.inside == nil)
            #expect(stay(&tracker, at: 0, seconds: 3).inside == [])
            return
        }
        let news = stay(&tracker, at: 0, seconds: 3)
        #expect(news.events.map(\.place) == ["Depot"] && news.events.map(\.kind) == [.leave])
        #expect(news.states == [] && news.inside == [])
        #expect(stay(&tracker, at: 0, seconds: 3).isEmpty)
    }

    @Test("where places could not be read, none of them is left, and they go on where they are there again")
    func unreadable() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceState(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceInitialState(places: [], isComplete: false, states: [standing]))
        let news = stay(&tracker, at: 0, seconds: 20)
        #expect(news.events.isEmpty && news.states == nil)
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

    @Test("a place that is taken away while one is in it is left, and the report forgets it")
    func removed() throws {
        var tracker = PlaceTracker(PlaceInitialState(places: [try place()]))
        _ = stay(&tracker, at: 0, seconds: 20)
        let change = PlaceTrackerCommand(places: [])
        #expect(tracker.changesReport(change))
        let news = tracker.apply(change, at: clock.now)
        #expect(news.events.map(\.kind) == [.leave] && news.inside == [] && news.states == [])
        var report = Report(state: .live, since: clock.now.wallClock)
        tracker.add(to: &report)
        #expect(report.inside.isEmpty)
    }

    @Test("an anchor that drags is told, also that it cannot be seen")
    func anchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceInitialState())
        _ = tracker.apply(PlaceTrackerCommand(anchor: PlaceTrackerCommand.Anchor(watch: watch)), at: clock.now)
        #expect(stay(&tracker, at: 10, seconds: 20).events.isEmpty)
        let news = stay(&tracker, at: 80, seconds: 20)
        #expect(news.events.map(\.kind) == [.dragging] && news.anchor?.isDragging == true)
        #expect(news.events.first?.distance.map { abs($0 - 80) < 0.1 } == true)
        _ = tracker.handle(fix(80), state: .noFix, at: clock.now)
        let deadline = try #require(tracker.deadline)
        clock.advance(by: deadline - clock.now.uptime)
        #expect(tracker.isDue(at: clock.now.uptime))
        let lost = tracker.handle(fix(80), state: .noFix, at: clock.now)
        #expect(lost.events.map(\.kind) == [.lost] && lost.events.first?.coordinate == nil)
        _ = tracker.apply(PlaceTrackerCommand(anchor: PlaceTrackerCommand.Anchor(watch: nil)), at: clock.now)
        #expect(tracker.deadline == nil && stay(&tracker, at: 500, seconds: 30).isEmpty)
    }

    @Test("an anchor that is set without a position is told to be lost in time")
    func blindAnchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceInitialState())
        _ = tracker.apply(PlaceTrackerCommand(anchor: PlaceTrackerCommand.Anchor(watch: watch)), at: clock.now)
        _ = tracker.handle(nil, state: .noGPSD, at: clock.now)
        let deadline = try #require(tracker.deadline)
        clock.advance(by: deadline - clock.now.uptime)
        let news = tracker.handle(nil, state: .noGPSD, at: clock.now)
        #expect(news.events.map(\.kind) == [.lost] && news.anchor?.isLost == true)
    }

    @Test("what is around is told with the distance from here, and not once one is far from where it was looked")
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
}
