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
    private func stay(_ tracker: inout PlaceTracker, at metres: Double, seconds: Int) -> PlaceNews {
        var news = PlaceNews()
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            news.formUnion(tracker.handle(fix(metres), state: .live, at: clock.now))
        }
        news.lookup = nil
        return news
    }

    @Test("who comes is told once, with where, and the report says so")
    func enters() throws {
        var tracker = PlaceTracker(PlaceStart(places: [try place()]))
        #expect(stay(&tracker, at: 500, seconds: 20).occurrences.isEmpty)
        let news = stay(&tracker, at: 0, seconds: 20)
        #expect(news.occurrences.map(\.kind) == [.enter])
        let entered = try #require(news.occurrences.first)
        #expect(entered.place == "Home" && entered.coordinate != nil && entered.horizontalAccuracy == 5)
        #expect(entered.since < entered.moment)
        #expect(news.inside?.map(\.text) == ["Home"] && news.standings?.map(\.side) == [.inside])
        var report = Report(state: .live, since: clock.now.wallClock)
        tracker.add(to: &report)
        #expect(report.inside == ["Home"])
    }

    @Test("what an earlier run has decided is told as certain once a fix confirms it, and not as an event")
    func restart() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceStanding(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceStart(places: [try place()], standings: [standing]))
        var blind = tracker.handle(fix(0), state: .stale, at: clock.now)
        blind.lookup = nil
        #expect(blind.isEmpty)
        let news = stay(&tracker, at: 0, seconds: 5)
        #expect(news.occurrences.isEmpty && news.inside == [name])
        #expect(stay(&tracker, at: 1, seconds: 5).isEmpty)
    }

    @Test("after a restart elsewhere it is left, and never told as certain before")
    func moved() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceStanding(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceStart(places: [try place()], standings: [standing]))
        #expect(stay(&tracker, at: 5000, seconds: 5).inside == nil)
        let news = stay(&tracker, at: 5000, seconds: 20)
        #expect(news.occurrences.map(\.kind) == [.leave] && news.inside == [])
    }

    @Test("other places, or another one entered, make none certain that no fix has confirmed")
    func uncertain() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceStanding(name: name, side: .inside, since: clock.now.wallClock)
        let shape = try place().shape
        let slow = try #require(Place(name: name, shape: shape, dwell: .seconds(600)))
        var tracker = PlaceTracker(PlaceStart(places: [slow], standings: [standing]))
        let centre = try #require(Self.centre?.moved(north: 9000, east: 0))
        let there = try #require(PlaceCircle(centre: centre, radius: 90))
        let other = try #require(PlaceName("Work"))
        let work = try #require(Place(name: other, shape: .circle(there)))
        #expect(tracker.adopt(PlaceChange(places: [slow, work]), at: clock.now).inside == nil)
        let news = stay(&tracker, at: 9000, seconds: 20)
        #expect(news.occurrences.map(\.place) == ["Work"] && news.inside?.map(\.text) == ["Work"])
        #expect(tracker.adopt(PlaceChange(places: [slow]), at: clock.now).inside == [])
        #expect(stay(&tracker, at: 9000, seconds: 600).occurrences.map(\.place) == ["Home"])
    }

    @Test("nothing is kept where there is nothing to keep, and that one is nowhere is told once")
    func none() throws {
        var tracker = PlaceTracker(PlaceStart())
        let news = stay(&tracker, at: 0, seconds: 5)
        #expect(news.standings == nil && news.inside == [] && news.occurrences.isEmpty)
        #expect(stay(&tracker, at: 0, seconds: 5).isEmpty)
    }

    @Test(
        "a place that is no more since an earlier run was left, as far as anybody acts on it",
        arguments: [true, false])
    func gone(isLive: Bool) throws {
        let name = try #require(PlaceName("Depot"))
        let standing = PlaceStanding(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceStart(places: [], standings: [standing]))
        if !isLive {
            let news = tracker.handle(nil, state: .noFix, at: clock.now)
            #expect(news.occurrences.map(\.place) == ["Depot"] && news.standings == [] && news.inside == nil)
            #expect(stay(&tracker, at: 0, seconds: 3).inside == [])
            return
        }
        let news = stay(&tracker, at: 0, seconds: 3)
        #expect(news.occurrences.map(\.place) == ["Depot"] && news.occurrences.map(\.kind) == [.leave])
        #expect(news.standings == [] && news.inside == [])
        #expect(stay(&tracker, at: 0, seconds: 3).isEmpty)
    }

    @Test("where places could not be read, none of them is left, and they go on where they are there again")
    func unreadable() throws {
        let name = try #require(PlaceName("Home"))
        let standing = PlaceStanding(name: name, side: .inside, since: clock.now.wallClock)
        var tracker = PlaceTracker(PlaceStart(places: [], isWhole: false, standings: [standing]))
        let news = stay(&tracker, at: 0, seconds: 20)
        #expect(news.occurrences.isEmpty && news.standings == nil)
        var other = tracker
        let back = tracker.adopt(PlaceChange(places: [try place()]), at: clock.now)
        #expect(back.occurrences.isEmpty && back.inside == [])
        let confirmed = stay(&tracker, at: 0, seconds: 20)
        #expect(confirmed.occurrences.isEmpty && confirmed.inside == [name])
        _ = other.adopt(PlaceChange(places: []), at: clock.now)
        let left = stay(&other, at: 0, seconds: 2)
        #expect(left.occurrences.map(\.kind) == [.leave] && left.standings == [])
        #expect(left.occurrences.allSatisfy { $0.since == $0.moment })
    }

    @Test("a place that is taken away while one is in it is left, and the report forgets it")
    func removed() throws {
        var tracker = PlaceTracker(PlaceStart(places: [try place()]))
        _ = stay(&tracker, at: 0, seconds: 20)
        let change = PlaceChange(places: [])
        #expect(tracker.isNews(change))
        let news = tracker.adopt(change, at: clock.now)
        #expect(news.occurrences.map(\.kind) == [.leave] && news.inside == [] && news.standings == [])
        var report = Report(state: .live, since: clock.now.wallClock)
        tracker.add(to: &report)
        #expect(report.inside.isEmpty)
    }

    @Test("an anchor that drags is told, also that it cannot be seen")
    func anchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceStart())
        _ = tracker.adopt(PlaceChange(anchor: PlaceChange.Anchor(watch: watch)), at: clock.now)
        #expect(stay(&tracker, at: 10, seconds: 20).occurrences.isEmpty)
        let news = stay(&tracker, at: 80, seconds: 20)
        #expect(news.occurrences.map(\.kind) == [.dragging] && news.anchor?.isDragging == true)
        #expect(news.occurrences.first?.distance.map { abs($0 - 80) < 0.1 } == true)
        _ = tracker.handle(fix(80), state: .noFix, at: clock.now)
        let deadline = try #require(tracker.deadline)
        clock.advance(by: deadline - clock.now.uptime)
        #expect(tracker.isDue(at: clock.now.uptime))
        let lost = tracker.handle(fix(80), state: .noFix, at: clock.now)
        #expect(lost.occurrences.map(\.kind) == [.lost] && lost.occurrences.first?.coordinate == nil)
        _ = tracker.adopt(PlaceChange(anchor: PlaceChange.Anchor(watch: nil)), at: clock.now)
        #expect(tracker.deadline == nil && stay(&tracker, at: 500, seconds: 30).isEmpty)
    }

    @Test("an anchor that is set without a position is told to be lost in time")
    func blindAnchor() throws {
        let centre = try #require(Self.centre)
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = try #require(AnchorWatch(circle, set: clock.now.wallClock))
        var tracker = PlaceTracker(PlaceStart())
        _ = tracker.adopt(PlaceChange(anchor: PlaceChange.Anchor(watch: watch)), at: clock.now)
        _ = tracker.handle(nil, state: .noGPSD, at: clock.now)
        let deadline = try #require(tracker.deadline)
        clock.advance(by: deadline - clock.now.uptime)
        let news = tracker.handle(nil, state: .noGPSD, at: clock.now)
        #expect(news.occurrences.map(\.kind) == [.lost] && news.anchor?.isLost == true)
    }

    @Test("what is around is told with the distance from here, and not once one is far from where it was looked")
    func around() throws {
        let centre = try #require(Self.centre)
        let entry = GazetteerEntry(
            name: "Town", region: "Region", country: "DE", coordinate: centre, source: "cities")
        var tracker = PlaceTracker(PlaceStart(places: [try place()]))
        let found = Surroundings(coordinate: centre, entry: entry, own: try place())
        #expect(tracker.isNews(PlaceChange(surroundings: found)))
        _ = tracker.adopt(PlaceChange(surroundings: found), at: clock.now)
        #expect(!tracker.isNews(PlaceChange(surroundings: found)))
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
