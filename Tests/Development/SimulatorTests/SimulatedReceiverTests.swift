import Basics
import Location
import NMEA
import Simulator
import Testing

struct SimulatedReceiverTests {
    private static let start = Timestamp(milliseconds: 1_767_226_012_000)

    private func receiver(noise: NoiseModel = NoiseModel(), rate: Int = 1, seed: UInt64 = 1) -> SimulatedReceiver {
        SimulatedReceiver(route: .melbourne, noise: noise, start: Self.start, rate: rate, seed: seed)
    }

    private func epochs(_ count: Int, of receiver: SimulatedReceiver) -> [Epoch] {
        var receiver = receiver
        return (0..<count).map { _ in receiver.next() }
    }

    @Test("output is deterministic for a seed and differs between seeds")
    func deterministic() {
        let first = epochs(50, of: receiver()).map(\.nmea)
        #expect(first == epochs(50, of: receiver()).map(\.nmea))
        #expect(first != epochs(50, of: receiver(seed: 2)).map(\.nmea))
    }

    @Test(
        "time advances with the rate",
        arguments: [(1, [0, 1000, 2000]), (10, [0, 100, 200]), (3, [0, 333, 666]), (0, [0, 1000]), (99, [0, 100])])
    func rate(given: Int, milliseconds: [Int64]) {
        let times = epochs(milliseconds.count, of: receiver(rate: given)).map { ($0.time - Self.start).milliseconds }
        #expect(times == milliseconds)
    }

    @Test("the truth is that of the route, and the measurement equals it without noise")
    func truth() throws {
        let last = try #require(epochs(100, of: receiver(noise: .none)).last)
        #expect(last.truth == SimulatedRoute.melbourne.truth(after: .seconds(99)))
        #expect(last.measured.coordinate.distance(to: last.truth.coordinate) < 1e-6)
        #expect(last.measured.altitude == last.truth.altitude)
        #expect(abs(last.measured.speed - last.truth.speed) < 1e-9)
        #expect(abs(try #require(last.measured.course) - last.truth.course) < 1e-9)
    }

    @Test("a stationary receiver reports no course")
    func pause() {
        let epochs = epochs(320, of: receiver())
        let paused = epochs.filter { $0.truth.speed == 0 }
        #expect(paused.count > 10)
        #expect(paused.allSatisfy { $0.measured.course == nil })
        #expect(epochs.filter { $0.truth.speed > 0 }.allSatisfy { $0.measured.course != nil })
    }

    @Test("95 percent of the positions lie within gpsd's estimate from the HDOP, and of the altitudes from the VDOP")
    func accuracyIsTrue() {
        let first = (0..<3000).map { epochs(1, of: receiver(seed: $0))[0] }
        let inside = first.count {
            $0.measured.coordinate.distance(to: $0.truth.coordinate) < 4.75 * $0.measured.precision.hdop
        }
        let level = first.count {
            abs($0.measured.altitude - $0.truth.altitude) < 5.75 * $0.measured.precision.vdop
        }
        #expect((0.935...0.965).contains(Double(inside) / 3000))
        #expect((0.935...0.965).contains(Double(level) / 3000))
    }

    @Test("consecutive errors are correlated, those ten minutes apart are not")
    func wanders() {
        let errors = epochs(6000, of: receiver()).map { $0.measured.altitude - $0.truth.altitude }
        #expect(correlation(errors, lag: 1) > 0.95)
        #expect(abs(correlation(errors, lag: 600)) < 0.3)
    }

    @Test("every sentence has the right checksum and at most 82 characters")
    func wellFormed() throws {
        for sentence in epochs(300, of: receiver(rate: 10)).flatMap(\.sentences) {
            let parts = sentence.description.dropFirst().split(separator: "*")
            let sum = try #require(parts.first).utf8.reduce(0, ^)
            #expect(UInt8(try #require(parts.last), radix: 16) == sum)
            #expect(sentence.description.hasPrefix("$GP") && sentence.bytes.count <= 82)
        }
    }

    @Test("eight of eleven satellites in view are used, and their strength fluctuates plausibly")
    func satellites() {
        let skies = epochs(200, of: receiver()).map(\.measured.satellites)
        #expect(skies.allSatisfy { $0.count == 11 && $0.count { $0.isUsed } == 8 })
        #expect(skies.joined().allSatisfy { (20...55).contains($0.strength) && (0..<360).contains($0.azimuth) })
        #expect(Set(skies.map { $0[0].strength }).count > 1)
    }

    private func correlation(_ values: [Double], lag: Int) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let centred = values.map { $0 - mean }
        let products = zip(centred, centred.dropFirst(lag)).map { $0 * $1 }
        let square = centred.reduce(0) { $0 + $1 * $1 } / Double(values.count)
        return products.reduce(0, +) / Double(products.count) / square
    }
}
