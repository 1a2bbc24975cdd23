import Basics
import Glibc
import Location
import NMEA
import Testing

@testable import Simulator

struct DemonstrationScenarioTests {
    private static let start = Timestamp(milliseconds: 1_767_226_012_000)
    private let origin = Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388)

    private func epochs(_ count: Int, rate: Double? = nil, seed: UInt64 = 1) -> [ScenarioEpoch] {
        Array(Scenario.demonstration.run(seed: seed, rate: rate, start: Self.start).prefix(count))
    }

    private func offset(_ epoch: ScenarioEpoch) -> Double {
        epoch.measured.map { $0.distance(to: epoch.truth.coordinate) } ?? .infinity
    }

    private func climb(_ epoch: ScenarioEpoch) -> Double { (epoch.fix?.altitude ?? .infinity) - 45.1 }

    @Test("it is no scenario of the command")
    func hidden() {
        #expect(Scenario.named(Scenario.demonstration.name) == nil)
    }

    @Test("output is deterministic for a seed and differs between seeds")
    func deterministic() {
        let first = epochs(50).map(\.nmea)
        #expect(first == epochs(50).map(\.nmea))
        #expect(first != epochs(50, seed: 2).map(\.nmea))
    }

    @Test(
        "time advances from the given start with the rate",
        arguments: [(1, [0, 1000, 2000]), (10, [0, 100, 200]), (99, [0, 100])] as [(Double, [Int64])])
    func rate(given: Double, milliseconds: [Int64]) {
        let times = epochs(milliseconds.count, rate: given).map { ($0.time - Self.start).milliseconds }
        #expect(times == milliseconds)
    }

    @Test("walks, rests and turns")
    func steps() throws {
        let truths = epochs(700).map(\.truth)
        #expect(truths[100].speed == 1.4 && abs(truths[100].course - 160) < 0.01)
        #expect(abs(truths[100].coordinate.distance(to: origin) - truths[100].distance) < 0.01)
        let rest = try #require(truths.firstIndex { $0.distance > 1 && !$0.isMoving })
        #expect(abs(truths[rest].coordinate.distance(to: origin) - 430) < 0.01)
        #expect(truths[rest..<rest + 19].allSatisfy { $0.speed == 0 && !$0.isMoving })
        #expect(abs(truths[rest + 60].course - 70) < 0.01 && truths[rest + 60].isMoving)
    }

    @Test("the walk takes a quarter of an hour without a jump, returns to its origin and repeats")
    func melbourne() throws {
        let truths = epochs(4000).map(\.truth)
        #expect(zip(truths, truths.dropFirst()).allSatisfy { $0.coordinate.distance(to: $1.coordinate) < 1.41 })
        #expect(truths.allSatisfy { $0.coordinate.distance(to: origin) < 600 })
        let round = try #require(truths.dropFirst(600).firstIndex { $0.coordinate.distance(to: origin) < 2 })
        #expect((14.0...18).contains(Double(round) / 60))
        let third = try #require(truths.dropFirst(3 * round - 10).firstIndex { $0.coordinate.distance(to: origin) < 2 })
        #expect(abs(third - 3 * round) < 10)
    }

    @Test("a stationary receiver reports no course")
    func pause() {
        let epochs = epochs(320)
        let paused = epochs.filter { !$0.truth.isMoving }
        #expect(paused.count > 10)
        #expect(paused.allSatisfy { $0.fix?.course == nil })
        #expect(epochs.filter { $0.truth.speed == 1.4 }.allSatisfy { $0.fix?.course != nil })
    }

    @Test("95 percent of the positions lie within gpsd's estimate from the HDOP, and of the altitudes from the VDOP")
    func accuracyIsTrue() {
        let first = (0..<3000).map { epochs(1, seed: $0)[0] }
        let inside = first.count { offset($0) < 4.75 * ($0.satellites?.hdop ?? 0) }
        let level = first.count { abs(climb($0)) < 5.75 * 1.1905 * ($0.satellites?.hdop ?? 0) }
        #expect((0.935...0.965).contains(Double(inside) / 3000))
        #expect((0.935...0.965).contains(Double(level) / 3000))
    }

    @Test("consecutive errors are correlated, those ten minutes apart are not")
    func wanders() {
        let errors = epochs(6000).map(climb)
        #expect(correlation(errors, lag: 1) > 0.95)
        #expect(abs(correlation(errors, lag: 600)) < 0.3)
    }

    @Test("every sentence has the right checksum and at most 82 characters")
    func wellFormed() throws {
        let text = String(decoding: epochs(300, rate: 10).flatMap(\.nmea), as: UTF8.self)
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 300 * 8)
        for line in lines {
            let parts = line.dropFirst().split(separator: "*")
            let sum = try #require(parts.first).utf8.reduce(0, ^)
            #expect(UInt8(try #require(parts.last), radix: 16) == sum)
            #expect(line.hasPrefix("$GP") && line.utf8.count <= 80)
        }
    }

    @Test("eight of eleven satellites in view are used, and their strength fluctuates plausibly")
    func satellites() {
        let epochs = epochs(200)
        #expect(epochs.allSatisfy { $0.sky.count == 11 && $0.usedCount == 8 })
        #expect(epochs.allSatisfy { $0.satellites?.used == 8 && $0.satellites?.visible == 11 })
        #expect(epochs.flatMap(\.sky).allSatisfy { (20...55).contains($0.strength) && (0..<360).contains($0.azimuth) })
        #expect(Set(epochs.map { $0.sky[0].strength }).count > 1)
    }

    @Test("each sentence has the expected fields")
    func sentences() throws {
        var epoch = try #require(epochs(1).first)
        var fix = Fix(device: "", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: 1_767_226_012_300)
        (fix.coordinate, fix.altitude, fix.ellipsoidalAltitude) = (origin, 45.14, 50.04)
        (fix.speed, fix.course) = (1.4, 160.04)
        epoch.fix = fix
        epoch.satellites = Satellites(used: 3, visible: 5, hdop: 0.9)
        epoch.sky = [
            SatelliteInView(number: 2, elevation: 68, azimuth: 4, strength: 46, isUsed: true),
            SatelliteInView(number: 13, elevation: 9, azimuth: 287, strength: 7, isUsed: true),
            SatelliteInView(number: 35, elevation: 41, azimuth: 12, strength: 40, isUsed: false),
            SatelliteInView(number: 7, elevation: 5, azimuth: 118, strength: 30, isUsed: false),
            SatelliteInView(number: 5, elevation: 57, azimuth: 31, strength: 45, isUsed: true),
        ]
        let position = "3748.59813,S,14457.79583,E"
        let bodies = String(decoding: epoch.nmea, as: UTF8.self).split(separator: "\r\n").map {
            String($0.dropFirst().dropLast(3))
        }
        #expect(
            bodies == [
                "GPRMC,000652.300,A,\(position),2.72,160.0,010126,,,D",
                "GPVTG,160.0,T,,M,2.72,N,5.04,K,D",
                "GPGGA,000652.300,\(position),2,03,0.90,45.1,M,4.9,M,,",
                "GPGSA,A,3,02,13,05,,,,,,,,,,1.40,0.90,1.07",
                "GPGSV,2,1,05,02,68,004,46,13,09,287,07,35,41,012,40,07,05,118,30", "GPGSV,2,2,05,05,57,031,45",
                "GPGST,000652.300,1.75,1.75,1.75,0.0,1.75,1.75,3.14",
            ])
    }

    @Test("the days before begin and end at the walk's origin")
    func days() throws {
        #expect(Scenario.demonstrationDays.map(\.daysAgo) == [3, 2, 1])
        for day in Scenario.demonstrationDays {
            let truths = day.scenario.run(seed: 1).map(\.truth)
            #expect(truths.first?.coordinate == origin)
            #expect(try #require(truths.last).coordinate.distance(to: origin) < 20)
            #expect(truths.contains { $0.distance > 100 && !$0.isMoving })
        }
    }

    private func correlation(_ values: [Double], lag: Int) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let centred = values.map { $0 - mean }
        let products = zip(centred, centred.dropFirst(lag)).map { $0 * $1 }
        let square = centred.reduce(0) { $0 + $1 * $1 } / Double(values.count)
        return products.reduce(0, +) / Double(products.count) / square
    }
}
