import Basics
import Location
import Testing
import Tracks

/// Stays and trips of a phone that reports rarely, with positions of which 68 % are within the reported radius.
struct ScatteredStayTests {
    private static let home = Coordinate(clampingLatitude: 51, longitude: 7)

    /// Positions of a circular normal distribution (SplitMix64, sums of twelve uniform numbers).
    private struct Scatter {
        private var state: UInt64
        /// The deviation along an axis: 68 % are within 1.51 of them (Rayleigh).
        private let deviation: Double

        init(seed: Int, radius: Double) {
            state = UInt64(seed) &* 0xA24B_AED4_963E_E407
            deviation = radius / 1.51
        }

        private mutating func next() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
                return sum + Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
            }
        }

        mutating func place(around centre: Coordinate) -> Coordinate {
            centre.moved(north: next() * deviation, east: next() * deviation)
        }
    }

    private static func point(_ place: Coordinate, minute: Int, radius: Double) throws -> TrackPoint {
        var fix = try Sample.bare(place, at: Double(minute * 60)).fix
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        return try #require(TrackPoint(fix))
    }

    /// Fixes at places some metres north of home, one each some minutes.
    private static func track(_ metres: [Double], each minutes: Int = 15, radius: Double = 20) throws -> [TrackPoint] {
        try metres.enumerated().map {
            try point(home.moved(north: $1, east: 0), minute: $0 * minutes, radius: radius)
        }
    }

    @Test("a night is one stay and no trip, but for at most two of forty", arguments: [5.0, 10, 20, 30, 40], [15])
    func night(radius: Double, minutes: Int) throws {
        let broken = try (1...40).count { seed in
            var scatter = Scatter(seed: seed, radius: radius)
            let points = try (0..<40).map {
                try Self.point(scatter.place(around: Self.home), minute: $0 * minutes, radius: radius)
            }
            let summary = TrackStatistics(points).finish()
            return summary.stays.count != 1 || !summary.trips.isEmpty || !summary.gaps.isEmpty
        }
        #expect(broken <= 2)
    }

    @Test("a night and a day at work have the drive between them", arguments: [10.0], [700.0, 3000, 60_000])
    func commute(radius: Double, metres: Double) throws {
        for seed in 1...40 {
            var scatter = Scatter(seed: seed, radius: radius)
            let places = Array(repeating: 0, count: 30) + [metres / 2] + Array(repeating: metres, count: 30)
            let points = try places.enumerated().map { index, north in
                let place = scatter.place(around: Self.home.moved(north: north, east: 0))
                return try Self.point(place, minute: index * 15, radius: radius)
            }
            let summary = TrackStatistics(points).finish()
            try #require(summary.stays.count == 2 && summary.trips.count == 1, "seed \(seed)")
            let trip = summary.trips[0]
            #expect(abs(trip.distance + trip.gapDistance - metres) < 4 * radius + metres / 10, "seed \(seed)")
        }
    }

    @Test(
        "a single fix off, anywhere, makes neither a trip nor a new stay", arguments: [55.0, 90, 150, 190],
        [1, 3, 5, 14, 15, 20])
    func singleFix(metres: Double, minutes: Int) throws {
        for index in 1..<40 {
            var places = [Double](repeating: 0, count: 41)
            places[index] = metres
            let summary = TrackStatistics(try Self.track(places, each: minutes, radius: 8)).finish()
            #expect(summary.stays.count == 1 && summary.trips.isEmpty && summary.gaps.isEmpty, "fix \(index)")
            #expect(summary.distance == 0 && summary.gapDistance == 0, "fix \(index)")
        }
    }

    @Test(
        "a sparse drive of some hundred metres is a trip, also there and back", arguments: [300.0, 500, 1000, 5000],
        [10.0, 20, 40])
    func shortDrive(metres: Double, radius: Double) throws {
        let there = [Double](repeating: 0, count: 10) + [Double](repeating: metres, count: 10)
        for places in [there + [Double](repeating: 0, count: 10), there + [Double](repeating: 2 * metres, count: 10)] {
            let summary = TrackStatistics(try Self.track(places, radius: radius)).finish()
            try #require(summary.stays.count == 3 && summary.trips.count == 2)
            #expect(summary.trips.allSatisfy { abs($0.distance + $0.gapDistance - metres) < 1 })
        }
        let visit = [Double](repeating: 0, count: 10) + [metres] + [Double](repeating: 0, count: 10)
        let summary = TrackStatistics(try Self.track(visit, radius: radius)).finish()
        #expect(summary.stays.count == 2 && summary.trips.count == 1 && abs(summary.gapDistance - 2 * metres) < 1)
        let drive = (0...4).map { Double($0) * metres }
        let whole = TrackStatistics(try Self.track(drive, radius: radius)).finish()
        #expect(whole.trips.count == 1 && abs(whole.gapDistance + whole.distance - 4 * metres) < 1)
    }

    @Test(
        "a walk with a fix each minute that turns back after several fixes is a trip, whenever a quarter of an hour ends",
        arguments: 6...36, [[80.0, 160, 240, 160, 80], [80, 160, 240, 320, 400, 400, 320, 240, 160, 80]])
    func walk(minutes: Int, away: [Double]) throws {
        let rest = [Double](repeating: 0, count: minutes)
        let summary = TrackStatistics(try Self.track(rest + away + rest, each: 1, radius: 8)).finish()
        #expect(summary.stays.count == 2 && summary.trips.count == 1)
        #expect(abs(summary.distance - 2 * (away.max() ?? 0)) < 1)
    }

    @Test("an accurate fix off does not take a stay of inaccurate ones with it", arguments: 20...50)
    func accurateFix(index: Int) throws {
        let points = try (0..<80).map { minute in
            let isOff = minute == index
            let place = Self.home.moved(north: isOff ? 150 : 0, east: 0)
            return try Self.point(place, minute: minute, radius: isOff ? 5 : 65)
        }
        let summary = TrackStatistics(points).finish()
        try #require(summary.stays.count == 1 && summary.trips.isEmpty)
        #expect(summary.stays[0].coordinate.distance(to: Self.home) < 5)
    }
}
