public import Basics

/// The encoding of the times of some points of an hour, which a history keeps for each import.
///
/// The format is in `docs/history-format.md`. Times at a regular interval take a few bytes, however many they are.
public enum TimeListCoding {
    static let version: UInt8 = 1
    /// The milliseconds of an hour, which no time exceeds.
    private static let length: Int64 = 3_600_000

    /// Encodes times of the hour that begins at `start`, each once and in order.
    public static func encode(_ times: [Timestamp], from start: Timestamp) -> [UInt8] {
        var writer = ByteWriter(version: version)
        var last = start
        var run: (step: Int64, count: UInt64) = (0, 0)
        for time in times {
            let step = time.milliseconds(since: last)
            last = time
            if run.count > 0, step != run.step {
                writer.write(run)
                run.count = 0
            }
            run = (step, run.count + 1)
        }
        if run.count > 0 { writer.write(run) }
        return writer.finish()
    }

    /// Decodes times, in order, of the hour that begins at `start`.
    ///
    /// - Throws: ``SegmentError`` if the bytes are no times of an hour.
    public static func decode(_ bytes: [UInt8], from start: Timestamp) throws(SegmentError) -> [Timestamp] {
        var reader = try ByteReader(bytes, version: version)
        var times: [Timestamp] = []
        var offset: Int64 = 0
        while reader.position < reader.end {
            // Only the first time may be the beginning itself, so that a few bytes cannot become many times.
            let step = try reader.number("times", in: (times.isEmpty ? 0 : 1)...length)
            let count = try reader.number("times", in: 1...(step == 0 ? 1 : length / step))
            guard offset + step * count < length else { throw .malformed("times") }
            for _ in 0..<count {
                offset += step
                times.append(start + .milliseconds(offset))
            }
        }
        return times
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ run: (step: Int64, count: UInt64)) {
        write(UInt64(bitPattern: run.step))
        write(run.count)
    }
}
