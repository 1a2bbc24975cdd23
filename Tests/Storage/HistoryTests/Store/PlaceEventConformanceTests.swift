import Basics
import History
import Location
import Testing

/// What every store keeps to: what has happened at places.
struct OccurrenceConformanceTests {
    private static let stores = [StoreKind.memory, .rows]

    @Test("an occurrence comes back as it was, to the last digit", arguments: stores)
    func known(kind: StoreKind) throws {
        let tested = try kind.make()
        var alarm = Sample.occurrence(.dragging, PlaceEvent.anchor, at: 20)
        alarm.distance = 45.678
        let bare = PlaceEvent(.lost, place: "anchor", moment: Sample.time(30), since: Sample.time(30))
        let all = [Sample.occurrence(.enter, "Zürich \u{1F3E0}'\"; --", at: 10), alarm, bare]
        #expect(try tested.store.append(events: all) == 3)
        #expect(try tested.store.happened() == all)
    }

    @Test("each kind is told apart from the others", arguments: stores, PlaceEvent.Kind.allCases)
    func kinds(kind: StoreKind, what: PlaceEvent.Kind) throws {
        let tested = try kind.make()
        _ = try tested.store.append(events: [Sample.occurrence(what, at: 0)])
        #expect(try tested.store.happened().map(\.kind) == [what])
    }

    @Test("they come by moment, and as they came where that is the same", arguments: stores)
    func order(kind: StoreKind) throws {
        let tested = try kind.make()
        let early = [Sample.occurrence(.leave, "Work", at: 5), Sample.occurrence(.enter, "Home", at: 5)]
        let late = [Sample.occurrence(.leave, "B", at: 9), Sample.occurrence(.leave, "A", at: 9)]
        _ = try tested.store.append(events: late)
        _ = try tested.store.append(events: early)
        #expect(try tested.store.happened() == early + late)
    }

    @Test("what is given twice is there once, as it came first", arguments: stores)
    func twice(kind: StoreKind) throws {
        let tested = try kind.make()
        let first = Sample.occurrence(.enter, at: 5)
        var again = first
        again.since = Sample.time(0)
        #expect(try tested.store.append(events: [first, again]) == 1)
        #expect(try tested.store.append(events: [again, Sample.occurrence(.leave, at: 5)]) == 1)
        #expect(try tested.store.append(events: [Sample.occurrence(.enter, "Work", at: 5)]) == 1)
        #expect(try tested.store.happened().first == first)
        #expect(try tested.store.info().placeEvents == 3)
    }

    @Test("a span has both its ends, and a place its own", arguments: stores)
    func span(kind: StoreKind) throws {
        let tested = try kind.make()
        let all = Sample.visits(stride(from: 0, to: 100, by: 10)) + [Sample.occurrence(.enter, "Work", at: 40)]
        _ = try tested.store.append(events: all)
        let middle = try tested.store.happened(from: Sample.time(30), to: Sample.time(50))
        #expect(middle.map(\.moment) == [30, 40, 40, 50].map { Sample.time($0) })
        #expect(try tested.store.happened(from: Sample.time(30), to: Sample.time(50), place: "Work").count == 1)
        #expect(try tested.store.happened(place: "work") == [])
        #expect(try tested.store.happened(from: Sample.time(50), to: Sample.time(30)) == [])
        #expect(try tested.store.happened(from: Sample.time(91)) == [])
    }

    @Test("what makes no sense is left out, and costs nothing else", arguments: stores)
    func senseless(kind: StoreKind) throws {
        let tested = try kind.make()
        var occurrence = Sample.occurrence(.enter, at: 5)
        occurrence.since = Timestamp(milliseconds: .min)
        occurrence.horizontalAccuracy = .infinity
        occurrence.distance = -1
        var timeless = occurrence
        timeless.moment = Timestamp(milliseconds: -1)
        #expect(try tested.store.append(events: [timeless, occurrence]) == 1)
        let back = try #require(try tested.store.happened().first)
        #expect(back.since == Timestamp(milliseconds: 0))
        #expect(back.horizontalAccuracy == nil && back.distance == nil && back.coordinate == occurrence.coordinate)
    }

    @Test("what the body throws ends the reading", arguments: stores)
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
        #expect(try tested.store.happened().count == 5)
    }

    @Test("they are counted, and are no fixes", arguments: stores)
    func counts(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(0..<3))
        _ = try tested.store.append(events: Sample.visits([0, 10]))
        let (info, check) = (try tested.store.info(), try tested.store.verify())
        #expect(info.placeEvents == 2 && info.fixes == 3 && info.last == Sample.time(2))
        #expect(check.placeEvents == 2 && check.fixes == 3 && check.isGood)
    }

    @Test("they go with the points of their time, by hand and by age, and are not thinned", arguments: stores)
    func forgets(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points([0, 50, 90]))
        _ = try tested.store.append(events: Sample.visits(stride(from: 0, to: 100, by: 10)))
        #expect(try tested.store.prune(before: Sample.time(50)) == 1)
        #expect(try tested.store.happened().first?.moment == Sample.time(50))
        #expect(try tested.store.apply(Retention(maxAge: .seconds(20)), at: Sample.time(100)))
        #expect(try tested.store.happened().map(\.moment) == [Sample.time(80), Sample.time(90)])
        let rule = ThinningRule(age: .zero, movingInterval: .seconds(3600), stationaryInterval: .seconds(3600))
        while try !tested.store.apply(Retention(thinning: [rule]), at: Sample.time(1e6)) {}
        #expect(try tested.store.happened().count == 2)
        #expect(try tested.store.prune(before: Timestamp(milliseconds: .max)) == 1)
        #expect(try tested.store.happened() == [])
    }
}
