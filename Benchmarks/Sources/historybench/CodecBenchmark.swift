import Basics
import HistoryEncoding
import Location

/// The size and the speed of the encoding of a history: the best of five rounds, on one core.
struct CodecBenchmark {
    private static let rounds = 5

    private let fixes: Int
    private let bytes: Int
    private let outlineBytes: Int
    private let vertices: Int
    /// Seconds; the minimum of the rounds.
    private var encoding = Double.infinity
    private var decoding = Double.infinity
    private var reading = Double.infinity
    private var positions = Double.infinity
    private var outlining = Double.infinity

    init(of hours: [[TrackPoint]]) throws {
        let segments = try hours.map { try Segment.encode($0) }
        let outlines = hours.map { Outline(simplifying: $0) }
        fixes = hours.reduce(0) { $0 + $1.count }
        bytes = segments.reduce(0) { $0 + $1.count }
        outlineBytes = outlines.reduce(0) { $0 + $1.encode().count }
        vertices = outlines.reduce(0) { $0 + $1.vertices.count }
        for _ in 0..<Self.rounds { try measure(hours, segments) }
    }

    /// The figures, one per line.
    var text: String {
        """
        fixes \(fixes)
        bytes per fix \(Self.rounded(Double(bytes) / Double(fixes), 1000))
        million fixes/s encoded \(rate(encoding))
        million fixes/s decoded to an array \(rate(decoding))
        million fixes/s read one by one \(rate(reading))
        million fixes/s decoded, time and position only \(rate(positions))
        outline, fixes per vertex \(fixes / vertices)
        outline, bytes per vertex \(Self.rounded(Double(outlineBytes) / Double(vertices), 100))
        million fixes/s to an outline \(rate(outlining))
        """
    }

    private mutating func measure(_ hours: [[TrackPoint]], _ segments: [[UInt8]]) throws {
        try Self.time(&encoding) { try hours.reduce(0) { $0 + (try Segment.encode($1).count) } }
        try Self.time(&decoding) { try segments.reduce(0) { $0 + (try Segment.decode($1, device: "d").count) } }
        try Self.time(&reading) {
            try segments.reduce(0) { sum, bytes in
                var (count, reader) = (sum, try SegmentReader(bytes, device: "d"))
                while try reader.next() != nil { count += 1 }
                return count
            }
        }
        try Self.time(&positions) { try segments.reduce(0) { $0 + (try Segment.decodePositions($1).count) } }
        Self.time(&outlining) { hours.reduce(0) { $0 + Outline(simplifying: $1).vertices.count } }
    }

    private static func time(_ best: inout Double, _ work: () throws -> Int) rethrows {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        if result > 0 { best = min(best, (clock.now - start).inSeconds) }
    }

    private func rate(_ seconds: Double) -> Double { Self.rounded(Double(fixes) / seconds / 1e6, 100) }

    private static func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
}
