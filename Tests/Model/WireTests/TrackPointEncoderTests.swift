import Basics
import Location
import Testing
import Wire

/// The encoder of tracks writes what ``TrackPointJSON`` writes, whatever came before.
struct TrackPointEncoderTests {
    @Test("all points get the same bytes, one after another")
    func equality() throws {
        var random = SystemRandomNumberGenerator()
        let points = try (0..<3000).map { _ in try Self.point(&random) }
        var encoder = TrackPointEncoder()
        for point in points {
            var (one, other): ([UInt8], [UInt8]) = ([], [])
            encoder.append(point, to: &one)
            TrackPointJSON.append(point, to: &other)
            #expect(String(decoding: one, as: UTF8.self) == String(decoding: other, as: UTF8.self))
        }
    }

    /// A point of which half of the values are unknown, within some minutes before or after 1970, now, or any time.
    private static func point(_ random: inout SystemRandomNumberGenerator) throws -> TrackPoint {
        func number(_ range: ClosedRange<Double>) -> Double? {
            Bool.random(using: &random) ? Double.random(in: range, using: &random) : nil
        }
        let devices = ["", "van", "a\"b\\c\u{1}", "a name that is longer than sixteen bytes"]
        var fix = Fix(
            device: devices.randomElement(using: &random) ?? "", mode: FixMode.allCases.randomElement() ?? .none)
        let starts: [Int64] = [0, 1_790_000_000_000, -62_135_596_800_000, 253_402_200_000_000]
        let start = starts[Int.random(in: 0..<4, using: &random)]
        fix.timestamp = Timestamp(milliseconds: start + Int64.random(in: -200_000...200_000, using: &random))
        fix.coordinate = Coordinate(latitude: number(-90...90) ?? 0, longitude: number(-180...180) ?? 180)
        (fix.altitude, fix.ellipsoidalAltitude) = (number(-500...9000), number(0...1e300))
        fix.horizontalAccuracy = number(1e-5...500).flatMap {
            HorizontalAccuracy(radius: $0, origin: HorizontalAccuracy.Origin.allCases.randomElement() ?? .axes)
        }
        (fix.verticalAccuracy, fix.speed, fix.speedAccuracy) = (number(0...1e-4), number(0...40), number(0...1))
        (fix.course, fix.courseAccuracy, fix.climb) = (number(359.9998...359.99999), number(0...9), number(-5...5))
        if Bool.random(using: &random) { fix.climb = .infinity }
        fix.differential = Differential.allCases.randomElement() ?? .none
        fix.source = PositionSource.allCases.randomElement() ?? .ecef
        fix.timeSource = TimeSource.allCases.randomElement() ?? .receiver
        let satellites = number(0...30).map { Int($0) }
        return try #require(
            TrackPoint(
                fix, motion: [.stationary, .moving, .unknown].randomElement() ?? .moving, satellitesUsed: satellites))
    }
}
