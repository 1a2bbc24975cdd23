import Basics
import Simulator
import Testing

@testable import HistoryEncoding

struct TimeListTests {
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    private func times(_ offsets: some Sequence<Int>) -> [Timestamp] {
        offsets.map { Self.start + .milliseconds($0) }
    }

    @Test("times are decoded as they were encoded, regular ones from a few bytes")
    func roundTrip() throws {
        var numbers = SeededGenerator(seed: 1)
        let random = Set((0..<500).map { _ in Int.random(in: 0..<3_600_000, using: &numbers) }).sorted()
        let cases = [
            [], [0], [3_599_999], [0, 1, 2, 5, 9, 3_599_999], random, Array(stride(from: 0, to: 3_600_000, by: 1000)),
        ]
        for offsets in cases {
            let bytes = TimeListCoding.encode(times(offsets), from: Self.start)
            #expect(try TimeListCoding.decode(bytes, from: Self.start) == times(offsets))
        }
        #expect(TimeListCoding.encode(times(cases[5]), from: Self.start).count < 16)
        #expect(TimeListCoding.encode(times(random), from: Self.start).count < 4 * random.count + 5)
    }

    @Test(
        "bytes that are no times of an hour are rejected, however many times they claim",
        arguments: [[0, 2], [1000, 3600], [1000, 1 << 40], [3_600_000, 1], [1, 1, 0, 1], [5], [1, 0]] as [[UInt64]])
    func rejects(numbers: [UInt64]) {
        var writer = ByteWriter(version: 1)
        for number in numbers { writer.write(number) }
        let bytes = writer.finish()
        #expect(throws: SegmentError.self) { try TimeListCoding.decode(bytes, from: Self.start) }
        #expect(throws: SegmentError.self) { try TimeListCoding.decode([], from: Self.start) }
        #expect(throws: SegmentError.self) { try TimeListCoding.decode(bytes.map { $0 ^ 4 }, from: Self.start) }
    }
}
