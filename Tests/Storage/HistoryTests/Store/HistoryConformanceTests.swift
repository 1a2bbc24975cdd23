import Basics
import History
import HistoryEncoding
import Location
import TestSupport
import Testing

/// The contract of every store: adding and reading.
struct HistoryConformanceTests {
    @Test("an empty store returns nothing", arguments: StoreKind.allCases)
    func empty(kind: StoreKind) throws {
        let tested = try kind.make()
        #expect(try tested.add([]) == 0)
        #expect(try tested.points() == [])
        #expect(try tested.store.outlines() == [])
        #expect(try tested.store.neighbours(of: Sample.start, device: nil) == Neighbours(before: nil, after: nil))
        let info = try tested.store.info()
        #expect(info.fixes == 0 && info.first == nil && info.last == nil && info.gaps == [] && info.devices == [])
        #expect(try tested.store.prune(before: Sample.start) == 0)
        #expect(try tested.store.apply(Retention(maxAge: .zero), at: Sample.start))
        #expect(try tested.store.verify().isGood)
    }

    @Test("a point round-trips with all known values, in the steps of the format", arguments: StoreKind.allCases)
    func known(kind: StoreKind) throws {
        let tested = try kind.make()
        let point = try Sample.point(1.234)
        #expect(try tested.add([point]) == 1)
        let back = try #require(try tested.points().first)
        #expect(back == QuantisedPoint(point).point(device: Sample.device))
        #expect(back.timestamp == point.timestamp && back.motion == .moving && back.satellitesUsed == 8)
        #expect(abs(back.coordinate.latitude - point.coordinate.latitude) <= 0.5001e-7)
        #expect(back.coordinate.longitude == 144.9632639)
        #expect(back.fix.altitude == 45.12 && back.fix.ellipsoidalAltitude == 50)
        #expect(back.fix.horizontalAccuracy == HorizontalAccuracy(radius: 5.5, origin: .receiver))
        #expect(back.fix.verticalAccuracy == 9.5 && back.fix.speed == 11.1 && back.fix.speedAccuracy == 0.4)
        #expect(back.fix.course == 359.99 && back.fix.courseAccuracy == 2 && back.fix.climb == -0.25)
    }

    @Test("unknown values stay unknown", arguments: StoreKind.allCases)
    func unknown(kind: StoreKind) throws {
        let tested = try kind.make()
        let bare = try Sample.bare(5)
        try tested.add([bare, try Sample.point(6)])
        #expect(try tested.points().first == bare)
    }

    @Test("every enumerated value of a fix round-trips", arguments: StoreKind.allCases)
    func descriptions(kind: StoreKind) throws {
        let tested = try kind.make()
        var points: [TrackPoint] = []
        for (mode, differential) in FixMode.allCases.flatMap({ mode in Differential.allCases.map { (mode, $0) } }) {
            for (source, time) in PositionSource.allCases.flatMap({ s in TimeSource.allCases.map { (s, $0) } }) {
                var fix = Sample.fix(Double(points.count))
                (fix.mode, fix.differential, fix.source, fix.timeSource) = (mode, differential, source, time)
                let origin = HorizontalAccuracy.Origin.allCases[points.count % 4]
                fix.horizontalAccuracy = HorizontalAccuracy(radius: 3, origin: origin)
                points.append(try #require(TrackPoint(fix, motion: Motion.allCases[points.count % 3])))
            }
        }
        try tested.add(points)
        #expect(try tested.points() == points.map { QuantisedPoint($0).point(device: Sample.device) })
    }

    @Test("points are sorted by time, whatever their order of arrival", arguments: StoreKind.allCases)
    func order(kind: StoreKind) throws {
        let tested = try kind.make()
        let points = try Sample.points([3600, 5, 7199, 0, 7200, 3599])
        #expect(try tested.add(points) == 6)
        #expect(try tested.points().seconds == [0, 5, 3599, 3600, 7199, 7200])
    }

    @Test("several devices form one sequence, by name at the same time", arguments: StoreKind.allCases)
    func devices(kind: StoreKind) throws {
        let tested = try kind.make()
        let (first, second) = ("/dev/ttyACM0", "/dev/ttyUSB0")
        try tested.add(try Sample.points([1, 2, 4000], device: second) + Sample.points([2, 3, 4000], device: first))
        let points = try tested.points()
        #expect(points.seconds == [1, 2, 2, 3, 4000, 4000])
        #expect(points.map(\.fix.device) == [second, first, second, first, first, second])
        #expect(try tested.store.info().devices == [first, second])
        #expect(try tested.points(PointQuery(device: first)).seconds == [2, 3, 4000])
        #expect(try tested.points(PointQuery(device: "nowhere")) == [])
    }

    @Test("a duplicate point is ignored, and the first one stays", arguments: StoreKind.allCases)
    func idempotent(kind: StoreKind) throws {
        let tested = try kind.make()
        let points = try Sample.points(0..<10)
        #expect(try tested.add(points + [try Sample.point(3, latitude: 5)]) == 10)
        #expect(try tested.add(points) == 0)
        #expect(try tested.add([try Sample.point(3, latitude: 5), try Sample.point(10)]) == 1)
        #expect(try tested.add(try Sample.points([3], device: "other")) == 1)
        let back = try tested.points(PointQuery(device: Sample.device))
        #expect(back.seconds == Array(0...10))
        #expect(back[3] == QuantisedPoint(points[3]).point(device: Sample.device))
    }

    @Test("late points are added to a sealed hour", arguments: StoreKind.allCases)
    func late(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(stride(from: 0, to: 7200, by: 100)))
        #expect(try tested.add(try Sample.points(stride(from: 50, to: 7200, by: 50))) == 72)
        #expect(try tested.points().seconds == Array(stride(from: 0, to: 7200, by: 50)))
        #expect(try tested.store.verify().fixes == 144)
    }

    @Test("a point with a time that cannot be stored is left out", arguments: StoreKind.allCases)
    func unstorable(kind: StoreKind) throws {
        let tested = try kind.make()
        let times: [Int64] = [.min, -1, 0, 253_402_300_799_999, 253_402_300_800_000, .max]
        let points = try times.map { time in
            var fix = Sample.fix(0, latitude: 1)
            fix.timestamp = Timestamp(milliseconds: time)
            return try #require(TrackPoint(fix))
        }
        #expect(try tested.add(points) == 2)
        #expect(try tested.points().map(\.timestamp.milliseconds) == [0, 253_402_300_799_999])
        #expect(try tested.store.verify().isGood)
    }
}
