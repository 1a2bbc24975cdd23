import Basics
import History
import Location
import TestSupport
import Testing

/// The contract of every store: place events.
struct PlaceEventConformanceTests {
    private static let stores = [StoreKind.memory, .rows]

    @Test("an event round-trips to the last digit", arguments: stores)
    func known(kind: StoreKind) throws {
        let tested = try kind.make()
        var alarm = Sample.event(.dragging, PlaceEvent.anchor, at: 20)
        alarm.distance = 45.678
        let bare = PlaceEvent(.lost, place: "anchor", moment: Sample.time(30), since: Sample.time(30))
        var trusted = Sample.event(.trusted, PlaceEvent.receiver, at: 40)
        trusted.by = "Zoë's phone"
        let all = [Sample.event(.enter, "Zürich \u{1F3E0}'\"; --", at: 10), alarm, bare, trusted]
        #expect(try tested.store.append(events: all) == 4)
        #expect(try tested.store.events() == all)
    }

    @Test("every kind round-trips", arguments: stores, PlaceEvent.Kind.allCases)
    func kinds(kind: StoreKind, what: PlaceEvent.Kind) throws {
        let tested = try kind.make()
        _ = try tested.store.append(events: [Sample.event(what, at: 0)])
        #expect(try tested.store.events().map(\.kind) == [what])
    }

    @Test("events are sorted by moment, then in order of arrival", arguments: stores)
    func order(kind: StoreKind) throws {
        let tested = try kind.make()
        let early = [Sample.event(.leave, "Work", at: 5), Sample.event(.enter, "Home", at: 5)]
        let late = [Sample.event(.leave, "B", at: 9), Sample.event(.leave, "A", at: 9)]
        _ = try tested.store.append(events: late)
        _ = try tested.store.append(events: early)
        #expect(try tested.store.events() == early + late)
    }

    @Test("a duplicate is ignored, and the first one stays", arguments: stores)
    func twice(kind: StoreKind) throws {
        let tested = try kind.make()
        let first = Sample.event(.enter, at: 5)
        var again = first
        again.since = Sample.time(0)
        #expect(try tested.store.append(events: [first, again]) == 1)
        #expect(try tested.store.append(events: [again, Sample.event(.leave, at: 5)]) == 1)
        #expect(try tested.store.append(events: [Sample.event(.enter, "Work", at: 5)]) == 1)
        #expect(try tested.store.events().first == first)
        #expect(try tested.store.info().placeEvents == 3)
    }

    @Test("a span includes both ends, and a place filters events", arguments: stores)
    func span(kind: StoreKind) throws {
        let tested = try kind.make()
        let all = Sample.visits(stride(from: 0, to: 100, by: 10)) + [Sample.event(.enter, "Work", at: 40)]
        _ = try tested.store.append(events: all)
        let middle = try tested.store.events(from: Sample.time(30), to: Sample.time(50))
        #expect(middle.map(\.moment) == [30, 40, 40, 50].map { Sample.time($0) })
        #expect(try tested.store.events(from: Sample.time(30), to: Sample.time(50), place: "Work").count == 1)
        #expect(try tested.store.events(place: "work") == [])
        #expect(try tested.store.events(from: Sample.time(50), to: Sample.time(30)) == [])
        #expect(try tested.store.events(from: Sample.time(91)) == [])
    }

    @Test("invalid values are dropped, and nothing else", arguments: stores)
    func senseless(kind: StoreKind) throws {
        let tested = try kind.make()
        var event = Sample.event(.enter, at: 5)
        event.since = Timestamp(milliseconds: .min)
        event.horizontalAccuracy = .infinity
        event.distance = -1
        var timeless = event
        timeless.moment = Timestamp(milliseconds: -1)
        #expect(try tested.store.append(events: [timeless, event]) == 1)
        let back = try #require(try tested.store.events().first)
        #expect(back.since == Timestamp(milliseconds: 0))
        #expect(back.horizontalAccuracy == nil && back.distance == nil && back.coordinate == event.coordinate)
    }

    @Test("an error of the body ends the iteration", arguments: stores)
    func ends(kind: StoreKind) throws {
        let tested = try kind.make()
        _ = try tested.store.append(events: Sample.visits(stride(from: 0, to: 50, by: 10)))
        var seen = 0
        #expect(throws: Damage.self) {
            try tested.store.forEachPlaceEvent(.all, place: nil) { _ in
                seen += 1
                if seen == 2 { throw Damage(segments: []) }
            }
        }
        #expect(seen == 2)
        #expect(try tested.store.events().count == 5)
    }

    @Test("events are counted apart from fixes", arguments: stores)
    func counts(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(0..<3))
        _ = try tested.store.append(events: Sample.visits([0, 10]))
        let (info, check) = (try tested.store.info(), try tested.store.verify())
        #expect(info.placeEvents == 2 && info.fixes == 3 && info.last == Sample.time(2))
        #expect(check.placeEvents == 2 && check.fixes == 3 && check.isGood)
    }

    @Test("events are pruned with the points of their time, by hand and by age, and are not thinned", arguments: stores)
    func forgets(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points([0, 50, 90]))
        _ = try tested.store.append(events: Sample.visits(stride(from: 0, to: 100, by: 10)))
        #expect(try tested.store.prune(before: Sample.time(50)) == 1)
        #expect(try tested.store.events().first?.moment == Sample.time(50))
        #expect(try tested.store.apply(Retention(maxAge: .seconds(20)), at: Sample.time(100)))
        #expect(try tested.store.events().map(\.moment) == [Sample.time(80), Sample.time(90)])
        let rule = ThinningRule(age: .zero, movingInterval: .seconds(3600), stationaryInterval: .seconds(3600))
        while try !tested.store.apply(Retention(thinning: [rule]), at: Sample.time(1e6)) {}
        #expect(try tested.store.events().count == 2)
        #expect(try tested.store.prune(before: Timestamp(milliseconds: .max)) == 1)
        #expect(try tested.store.events() == [])
    }
}
