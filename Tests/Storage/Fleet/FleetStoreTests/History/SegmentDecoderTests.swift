import Basics
import HistoryEncoding
import Location
import PostgreSQL
import Simulator
import TestSupport
import Testing

/// The decoder in SQL yields what the encoder was given.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SegmentDecoderTests {
    private let database: HistoryDatabase

    init() throws { database = try HistoryDatabase() }

    /// Decodes a segment by SQL into lines of time and columns.
    private func decode(_ segment: [UInt8]) throws -> [[Int64?]] {
        try database.connection.query("SELECT * FROM whereismy.decode_segment($1)", [.bytes(segment)])
            .map { row in (0...QuantisedPoint.columnCount).map { row.integer(at: $0) } }
    }

    private func lines(_ points: [TrackPoint]) -> [[Int64?]] {
        points.map { [$0.timestamp.milliseconds] + QuantisedPoint($0).columns }
    }

    @Test(
        "drives of receivers", arguments: ["parked", "city", "antimeridian", "frozen", "road-5hz", "city-nmea", "pole"])
    func drives(name: String) throws {
        let points = try #require(Scenario.named(name)).run(seed: 1).compactMap { epoch in
            epoch.fix.flatMap {
                TrackPoint(
                    $0, motion: epoch.truth.isMoving ? .moving : .stationary, satellitesUsed: epoch.satellites?.used)
            }
        }
        let sorted = Array(points.sorted { $0.timestamp < $1.timestamp }.prefix(1200))
        #expect(try decode(Segment.encode(sorted)) == lines(sorted))
    }

    @Test("any values, known or unknown", arguments: [0, 2, 10, 60, 95, 100])
    func random(unknown: Int) throws {
        var points = RandomPoints(seed: UInt64(unknown) + 1)
        points.unknown = unknown
        for count in [1, 2, 15, 16, 17, 300] {
            let track = try points.next(count)
            #expect(try decode(Segment.encode(track)) == lines(track))
        }
        points.jump = 1
        points.levels = Integrity.Level.allCases
        let track = try points.next(500)
        #expect(try decode(Segment.encode(track)) == lines(track))
    }

    @Test("a damaged segment has no rows, and does not end the query")
    func damage() throws {
        let good = try Segment.encode(Sample.points(0..<100))
        for index in stride(from: 0, to: good.count, by: 7) {
            var bad = good
            bad[index] ^= 0x10
            #expect(try decode(bad) == [])
        }
        for bytes in [[], [1], Array(good.prefix(30)), Array(good.prefix(19))] { #expect(try decode(bytes) == []) }
        #expect(try decode(good).count == 100)
    }
}

/// Points beyond those of real receivers, with values known or unknown at random.
struct RandomPoints {
    /// The percentage of unknown values.
    var unknown = 10
    /// The size of jumps, as a fraction of a value's range.
    var jump = 0.001
    /// The levels of integrity of the points.
    var levels = [Integrity.Level.nominal]
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next(_ count: Int) throws -> [TrackPoint] {
        var time = Int64.random(in: 0...4_102_444_800_000, using: &generator)
        var place = (latitude: number(in: -90...90), longitude: number(in: -180...180))
        return try (0..<count).map { index in
            time += Int64.random(in: 0...2000, using: &generator)
            place.latitude = min(max(place.latitude + number(in: -90...90) * jump, -90), 90)
            place.longitude = (place.longitude + number(in: -180...180) * jump).remainder(dividingBy: 360)
            var fix = fix()
            fix.timestamp = Timestamp(milliseconds: time)
            fix.coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
            return try #require(
                TrackPoint(
                    fix, motion: one(), satellitesUsed: value(in: 0...40).map(Int.init),
                    integrity: levels[index % levels.count]))
        }
    }

    private mutating func fix() -> Fix {
        var fix = Fix(device: HistoryDatabase.name, mode: one())
        fix.altitude = value(in: -500...9000)
        fix.ellipsoidalAltitude = value(in: -500...9000)
        fix.horizontalAccuracy = value(in: 0.001...200).flatMap { HorizontalAccuracy(radius: $0, origin: one()) }
        fix.verticalAccuracy = value(in: 0...100)
        fix.speed = value(in: 0...100)
        fix.speedAccuracy = value(in: 0...10)
        fix.course = value(in: 0...359.999)
        fix.courseAccuracy = value(in: 0...180)
        fix.climb = value(in: -10...10)
        fix.differential = one()
        fix.source = one()
        fix.timeSource = one()
        return fix
    }

    private mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    private mutating func value(in range: ClosedRange<Double>) -> Double? {
        Int.random(in: 0..<100, using: &generator) < unknown ? nil : number(in: range)
    }

    private mutating func one<Case: CaseIterable>() -> Case where Case.AllCases == [Case] {
        Case.allCases[Int.random(in: 0..<Case.allCases.count, using: &generator)]
    }
}
