import Simulator
import Testing

@testable import HistoryEncoding

struct CodingTests {
    @Test("the checksum is that of RFC 3720")
    func checksum() {
        let digits = Array("123456789".utf8)
        #expect(CRC32C.checksum(digits, count: 9) == 0xE306_9283)
        // RFC 3720, appendix B.4.
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32), count: 32) == 0x8A91_36AA)
        #expect(CRC32C.checksum(Array(0..<32), count: 32) == 0x46DD_794E)
    }

    @Test(
        "all numbers round-trip",
        arguments: [0, 1, -1, 2, 127, 128, -129, 1 << 31, -1 << 31, 1 << 62, .max, .min, .min + 1] as [Int64])
    func numbers(number: Int64) throws {
        var writer = ByteWriter(version: 7)
        writer.write(signed: number)
        writer.write(UInt64(bitPattern: number))
        var reader = try ByteReader(writer.finish(), version: 7)
        #expect(try reader.signed("a") == number)
        #expect(try reader.number("b") == UInt64(bitPattern: number))
        #expect(throws: SegmentError.malformed("c")) { try reader.number("c") }
    }

    @Test("a number of more than 64 bits is rejected")
    func overlong() throws {
        var writer = ByteWriter(version: 7)
        writer.write([UInt8](repeating: 0xFF, count: 9) + [2])
        var reader = try ByteReader(writer.finish(), version: 7)
        #expect(throws: SegmentError.malformed("a")) { try reader.number("a") }
    }

    @Test("columns of all kinds round-trip", arguments: 0..<40)
    func columns(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bits = UInt64(seed % 10) * 7
        let unknown = [0, 0, 5, 60, 100][Int(seed % 5)]
        let values = (0..<Int.random(in: 1...600, using: &generator)).map { _ -> Int64 in
            if Int.random(in: 0..<100, using: &generator) < unknown { return Quantity.unknown }
            return Int64(truncatingIfNeeded: UInt64.random(in: 0...(1 << bits - 1), using: &generator))
                &* (seed % 2 == 0 ? 1 : 100)
        }
        let analysis = ColumnAnalysis(values)
        let encoded = EncodedColumn(analysis)
        let bytes = encoded.coded + encoded.plain
        let coder = RangeDecoder(
            bytes, coded: 0..<encoded.coded.count, plain: encoded.coded.count..<bytes.count)
        var decoder = ColumnDecoder(column: .speed, plan: encoded.plan, coder: coder)
        var decoded = [Int64](repeating: 0, count: values.count)
        for start in stride(from: 0, to: values.count, by: 256) {
            decoder.read(&decoded, from: start, count: min(256, values.count - start))
        }
        #expect(decoded == values)
    }

    @Test("a nearly certain bit takes almost no space, and carries propagate to the beginning")
    func carries() {
        var encoder = RangeEncoder()
        var likely = Probability()
        var unlikely = Probability()
        let bits = (0..<50_000).map { $0 % 9973 == 9972 }
        for bit in bits {
            _ = encoder.code(bit, &likely)
            _ = encoder.code(true, &unlikely)
        }
        let bytes = encoder.finish().coded
        #expect(bytes.count < 60)
        var decoder = RangeDecoder(bytes, coded: 0..<bytes.count, plain: 0..<0)
        (likely, unlikely) = (Probability(), Probability())
        for bit in bits {
            let first = decoder.code(false, &likely)
            let second = decoder.code(false, &unlikely)
            #expect(first == bit && second)
        }
    }

    @Test("a climb is expected from the last two heights of one kind, rounded half away from 0")
    func climbs() {
        var predictor = ClimbPredictor()
        let unknown = Quantity.unknown
        let rows: [(time: Int64, altitude: Int64, ellipsoidal: Int64, climb: Int64)] = [
            (5000, 100, 200, 0), (6000, 130, 260, 60), (7000, 135, unknown, 5), (8000, 141, 300, 6),
            (8000, 150, 310, 0), (8001, 151, unknown, 1000), (10_001, 154, unknown, 2), (12_001, 151, unknown, -2),
            (13_001, unknown, 7, 0),
            (14_001, unknown, 4, -3), (15_001, 9, unknown, 0), (16_001, 11, 5, 2), (15_001, 50, 50, 0),
        ]
        for row in rows {
            let climb = predictor.predict(time: row.time, altitude: row.altitude, ellipsoidal: row.ellipsoidal)
            #expect(climb == row.climb, "\(row)")
        }
    }

    @Test(
        "an uncertainty is rounded to the nearest step, and to 1 unless it is 0",
        arguments: [(0.0, 0), (1e-9, 1), (0.049, 1), (0.149, 1), (0.15, 2), (nil, Quantity.unknown)]
            as [(Double?, Int64)])
    func uncertainties(value: Double?, steps: Int64) {
        #expect(Quantity.steps(uncertain: value, perUnit: 10) == steps)
    }

    @Test("states and numbers map one to one")
    func states() {
        for number in 0...PointState.maxNumber { #expect(PointState(number: number)?.number == number) }
        #expect(PointState(number: PointState.maxNumber + 1) == nil)
    }

    @Test("the grid of minutes holds the values of NMEA, and few others")
    func minutes() {
        for index in Int64(-100)...100 {
            let steps = MinuteGrid.steps(index)
            #expect(steps == Int64((Double(index) / 60e5 * 1e7).rounded()))
            #expect(MinuteGrid.index(steps) == index)
        }
        #expect(MinuteGrid.indices([0, 2, 3, 5]) == [0, 1, 2, 3])
        #expect(MinuteGrid.indices([0, 1]) == nil)
    }
}
