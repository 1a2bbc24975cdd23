import Location
import Testing
import Tracks

#if canImport(Glibc)
    import Glibc
#endif

/// The ascent of simulated hours, whose noise comes from seeds.
struct ElevationGainTests {
    /// Noise with a standard deviation in metres and a correlation in seconds.
    private struct Noise {
        private var state: UInt64
        private var value = 0.0
        private let sigma: Double
        private let correlation: Double

        init(seed: UInt64, sigma: Double = 4, correlation: Double = 0) {
            state = seed &* 0x9E37_79B9_7F4A_7C15
            self.sigma = sigma
            self.correlation = correlation
            value = sigma * normal()
        }

        /// SplitMix64, and the sum of twelve uniform numbers.
        private mutating func normal() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
                return sum + Double(bits >> 11) / Double(1 << 53)
            }
        }

        mutating func next(after step: Double) -> Double {
            let kept = correlation > 0 ? exp(-step / correlation) : 0
            value = kept * value + sigma * (1 - kept * kept).squareRoot() * normal()
            return value
        }
    }

    /// A level drive of 5 m/s with the altitudes of a function of the second.
    private static func drive(
        _ seconds: Double = 3600, each step: Double = 1, altitude: (Double) -> Double?
    ) throws -> TrackSummary {
        var points: [TrackPoint] = []
        for index in 0..<Int(seconds / step) {
            let second = Double(index) * step
            var fix = try Sample.bare(try Sample.coordinate(47 + second * 4.5e-5, 8), at: second).fix
            fix.mode = .threeDimensional
            fix.altitude = altitude(second)
            points.append(try #require(TrackPoint(fix, motion: .moving)))
        }
        return TrackStatistics(points).finish()
    }

    private static func flat(_ noise: Noise, each step: Double = 1) throws -> Double {
        var noise = noise
        let summary = try drive(each: step) { _ in 100 + noise.next(after: step) }
        return max(summary.ascent ?? .infinity, summary.descent ?? .infinity)
    }

    @Test("white noise of 4 m on the flat makes at most 5 m in an hour", arguments: [0.1, 1, 5, 10])
    func white(step: Double) throws {
        for seed in 1...(step < 1 ? 2 as UInt64 : 10) {
            #expect(try Self.flat(Noise(seed: seed), each: step) <= 5)
        }
    }

    @Test(
        "noise of 4 m on the flat makes no ascent where fixes are rare, and a climb is kept",
        arguments: [15.0, 20, 30, 45, 60])
    func rare(step: Double) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            #expect(try Self.flat(Noise(seed: seed), each: step) <= 5)
            #expect(try Self.flat(Noise(seed: seed, correlation: 30), each: step) <= 30)
            var noise = Noise(seed: seed)
            let summary = try Self.drive(each: step) { 300 + $0 / 2 + noise.next(after: step) }
            #expect(summary.ascent.map { abs($0 - 1800) < 90 } == true && summary.descent == 0)
        }
    }

    @Test("noise of 4 m with a correlation of 30 s makes at most 30 m in an hour", arguments: 1...20)
    func correlated(seed: UInt64) throws {
        #expect(try Self.flat(Noise(seed: seed, correlation: 30)) <= 30)
    }

    @Test("a climb of 1.8 km in an hour is kept within 5 %", arguments: [(1.0, 0.0), (1, 30), (10, 0), (60, 0)])
    func climb(step: Double, correlation: Double) throws {
        var noise = Noise(seed: 3, correlation: correlation)
        let summary = try Self.drive(each: step) { 300 + $0 / 2 + noise.next(after: step) }
        #expect(summary.ascent.map { abs($0 - 1800) < 90 } == true && summary.descent == 0)
    }

    @Test("steps of a metre and a barometer's smooth climb are kept, also with altitudes missing")
    func smooth() throws {
        let steps = try Self.drive { (300 + $0 / 10).rounded() }
        #expect(steps.ascent.map { abs($0 - 360) < 10 } == true && steps.descent == 0)
        let some = try Self.drive { $0.truncatingRemainder(dividingBy: 7) < 2 ? 300 + $0 / 10 : nil }
        #expect(some.ascent.map { abs($0 - 360) < 10 } == true && some.descent == 0)
    }

    @Test("rolling hills of 30 m keep most of their height")
    func hills() throws {
        var noise = Noise(seed: 5)
        for (period, share) in [(300.0, 0.75), (600, 0.85)] {
            let summary = try Self.drive { 200 + 15 * sin($0 * 2 * .pi / period) + noise.next(after: 1) }
            #expect(summary.ascent.map { $0 > share * 30 * 3600 / period && $0 < 1.1 * 30 * 3600 / period } == true)
        }
    }

    @Test("a few points a minute apart have the whole climb")
    func few() throws {
        #expect(try Self.drive(240, each: 60) { 100 + $0 / 3 }.ascent.map { abs($0 - 60) < 0.1 } == true)
    }

    @Test(
        "a spike and a change of the altitude at a quarter of an hour, or beside it, are no ascent",
        arguments: [897.0, 899, 900, 901, 1800, 3599])
    func quarters(second: Double) throws {
        for count in [1.0, 2, 3] {
            let spike = try Self.drive { $0 >= second && $0 < second + count ? 9000 : 100 }
            #expect(spike.ascent == 0 && spike.descent == 0)
        }
        #expect(try Self.drive { $0 < second ? 100 : 147 }.ascent == 0)
        // Only each third fix has an altitude.
        let sparse = try Self.drive {
            guard $0.truncatingRemainder(dividingBy: 3) == 0 else { return nil }
            return abs($0 - second) < 3 ? 9000 : 100
        }
        #expect(sparse.ascent == 0 && sparse.descent == 0)
    }

    @Test("a climb across quarters of an hour is kept, however fast a vehicle climbs")
    func fastClimb() throws {
        let summary = try Self.drive { 100 + $0 * 2 }
        #expect(summary.ascent.map { abs($0 - 7200) < 80 } == true)
    }

    @Test("a change from the ellipsoid to the sea level, or by a fault, is no ascent")
    func steps() throws {
        #expect(try Self.drive { $0 < 1700 ? 100 : 147 }.ascent == 0)
        #expect(try Self.drive { $0 == 1000 || $0 == 1001 ? 9000 : 100 }.ascent == 0)
        var points: [TrackPoint] = []
        for second in 0..<600 {
            var fix = try Sample.bare(try Sample.coordinate(47 + Double(second) * 4.5e-5, 8), at: Double(second)).fix
            fix.mode = .threeDimensional
            if second % 200 < 100 { fix.altitude = 100 } else { fix.ellipsoidalAltitude = 120 }
            points.append(try #require(TrackPoint(fix, motion: .moving)))
        }
        #expect(TrackStatistics(points).finish().ascent == 0)
    }
}
