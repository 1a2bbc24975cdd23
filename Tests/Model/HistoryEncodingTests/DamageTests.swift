import Location
import Simulator
import Testing

@testable import HistoryEncoding

/// Invalid and forged bytes.
struct DamageTests {
    private static func segment(_ seed: UInt64) throws -> [UInt8] {
        var track = RandomTrack(seed: seed)
        track.unknown = seed % 2 == 0 ? 0 : 30
        return try Segment.encode(
            seed % 3 == 0 ? #require(Scenario.named("road")).points(atMost: 50) : track.points(40))
    }

    /// Decodes everything, or 600 points of a segment that claims more.
    private static func read(_ bytes: [UInt8]) throws(SegmentError) {
        var reader = try SegmentReader(bytes, device: "d")
        for _ in 0..<600 {
            guard let point = try reader.next() else { return }
            if let course = point.fix.course, course.isNaN { throw .empty }
        }
    }

    @Test("every damaged byte is detected")
    func damage() throws {
        let bytes = try Self.segment(1)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1 << (index % 8)
            #expect(throws: SegmentError.damaged) { try Segment.decode(damaged, device: "d") }
            #expect(throws: SegmentError.damaged) { try SegmentSummary(damaged) }
        }
        for count in 0..<bytes.count {
            #expect(throws: SegmentError.damaged) { try Segment.decode(Array(bytes.prefix(count)), device: "d") }
        }
    }

    @Test("an unknown version is reported")
    func version() throws {
        var bytes = try Self.segment(1)
        bytes[0] = 3
        #expect(throws: SegmentError.unknownVersion(3)) { try Segment.decode(bytes.resealed, device: "d") }
    }

    @Test("modified and resealed bytes are rejected or decoded, without a crash", arguments: 0..<20)
    func mutations(batch: UInt64) throws {
        var generator = SeededGenerator(seed: batch)
        let bytes = try Self.segment(batch)
        var refused = 0
        for _ in 0..<1000 {
            let mutated = bytes.mutated(using: &generator).resealed
            do { try Self.read(mutated) } catch { refused += 1 }
        }
        #expect(refused > 100)
    }

    @Test("random bytes are rejected")
    func random() {
        var generator = SeededGenerator(seed: 77)
        for round in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if round % 2 == 0, !bytes.isEmpty { bytes[0] = Segment.version }
            #expect(throws: SegmentError.self) { try Self.read(round % 4 < 2 ? bytes : bytes.resealed) }
            do { _ = try Outline(bytes.resealed) } catch {}
        }
    }

    /// Returns a segment of one point with a forged value in one column.
    private static func segment(_ value: Int64, in changed: Column) -> [UInt8] {
        var writer = ByteWriter(version: Segment.version)
        writer.write([1, 0, 0, 0, 0, 0, 0, 0])
        for column in Column.allCases {
            guard column == changed || column.isAlwaysKnown else {
                writer.write(byte: 0)
                continue
            }
            ColumnPlan(presence: .all, base: column == changed ? value : 0).write(to: &writer)
        }
        return writer.finish()
    }

    @Test(
        "a value that no encoder writes is rejected",
        arguments: [
            (.latitude, 900_000_001), (.latitude, .min), (.latitude, .max), (.longitude, -1_800_000_001),
            (.longitude, .min), (.state, -1), (.state, 7776), (.state, .min), (.horizontalAccuracy, 0),
            (.speed, 1 << 50 + 1), (.altitude, .max), (.satellites, .min + 1),
        ] as [(Column, Int64)])
    func values(column: Column, value: Int64) throws {
        #expect(throws: SegmentError.malformed("value of a column")) {
            try Segment.decode(Self.segment(value, in: column), device: "d")
        }
        #expect(try Segment.decode(Self.segment(1, in: column), device: "d").count == 1)
    }

    @Test("a count beyond the maximum is rejected")
    func claims() throws {
        let bytes = [Segment.version, 0x81, 0x80, 0x04] + [UInt8](repeating: 0, count: 60)
        #expect(throws: SegmentError.malformed("count")) { try Segment.decode(bytes.resealed, device: "d") }
    }
}

extension [UInt8] {
    /// The bytes with a matching checksum.
    var resealed: [UInt8] {
        let count = Swift.max(self.count - 4, 0)
        let checksum = CRC32C.checksum(self, count: count)
        return prefix(count) + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
    }

    /// The bytes with some changed, inserted or removed, mostly near the beginning.
    func mutated(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let end = Bool.random(using: &generator) ? Swift.min(120, bytes.count) : bytes.count
            let index = Int.random(in: 0..<end, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[index] = .random(in: 0...255, using: &generator)
            case 2: bytes[index] = 0xFF
            case 3: bytes.insert(.random(in: 0...255, using: &generator), at: index)
            case 4: bytes.remove(at: index)
            default: bytes.removeLast(Int.random(in: 0..<Swift.min(20, bytes.count), using: &generator))
            }
            if bytes.isEmpty { return self }
        }
        return bytes
    }
}
