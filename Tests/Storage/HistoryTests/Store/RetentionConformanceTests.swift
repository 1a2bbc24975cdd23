import Basics
import History
import Location
import TestSupport
import Testing

/// The contract of every store: retention.
struct RetentionConformanceTests {
    @Test("everything before a moment is removed, to the point", arguments: StoreKind.allCases)
    func prunes(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(stride(from: 0, to: 10_000, by: 100)))
        try tested.add(try Sample.points([50, 8000], device: "other"))
        #expect(try tested.store.prune(before: Sample.time(5000)) == 51)
        #expect(
            try tested.points(PointQuery(device: Sample.device)).seconds
                == Array(stride(from: 5000, to: 10_000, by: 100)))
        #expect(try tested.points(PointQuery(device: "other")).seconds == [8000])
        #expect(try tested.store.info().devices == [Sample.device, "other"])
        #expect(try tested.store.prune(before: Sample.time(8001)) == 32)
        #expect(try tested.store.info().devices == [Sample.device])
        #expect(try tested.store.prune(before: Sample.time(5000)) == 0)
        #expect(try tested.store.verify().isGood)
        #expect(try tested.add(try Sample.points([0])) == 1)
        #expect(try tested.store.prune(before: Timestamp(milliseconds: .min)) == 0)
        #expect(try tested.store.prune(before: Timestamp(milliseconds: .max)) == 20)
        #expect(try tested.points() == [])
        #expect(try tested.store.info().devices == [])
    }

    @Test("everything beyond the maximum age is removed", arguments: StoreKind.allCases)
    func keeps(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(stride(from: 0, to: 10_000, by: 1000)))
        #expect(try tested.store.apply(.unlimited, at: Sample.time(1e9)))
        #expect(try tested.store.apply(Retention(maxAge: .seconds(5000)), at: Sample.time(10_000)))
        #expect(try tested.points().seconds == [5000, 6000, 7000, 8000, 9000])
        #expect(try tested.store.apply(Retention(maxAge: .seconds(Int64.max / 2000)), at: Sample.time(10_000)))
        #expect(try tested.points().count == 5)
    }

    @Test("old hours are thinned, once", arguments: StoreKind.allCases.filter { $0 != .rows })
    func thins(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(0..<3600) + Sample.points(3600..<7200, motion: .stationary))
        try tested.add(try Sample.points(7200..<7300))
        let rule = ThinningRule(age: .seconds(600), movingInterval: .seconds(10), stationaryInterval: .seconds(300))
        let policy = Retention(thinning: [rule])
        for _ in 0..<3 {
            while try !tested.store.apply(policy, at: Sample.time(7800)) {}
            let points = try tested.points()
            #expect(points.count == 360 + 12 + 100)
            #expect(points.seconds.prefix(3) == [0, 10, 20])
        }
        #expect(try tested.store.verify().isGood)
    }

    @Test("contradictory rules terminate", arguments: StoreKind.allCases)
    func contradiction(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(0..<100))
        let policy = Retention(thinning: [
            ThinningRule(age: .seconds(10), movingInterval: .seconds(20), stationaryInterval: .seconds(1)),
            ThinningRule(age: .seconds(20), movingInterval: .seconds(10), stationaryInterval: .seconds(60)),
        ])
        var rounds = 0
        while try !tested.store.apply(policy, at: Sample.time(100_000)), rounds < 10 { rounds += 1 }
        #expect(rounds < 10)
    }
}
