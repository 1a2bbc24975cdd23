import Location
import Tracking
import Wire

/// A log of verdicts as lines of JSON, made in portions as they are asked for.
struct VerdictLines: Sequence, IteratorProtocol {
    private static let portion = 65_536

    private let moment: Moment
    private let forgotten: Timestamp?
    private let entries: [VerdictEntry]
    private var told = 0

    /// Tells of a log as of a moment.
    init(_ log: VerdictLog, at moment: Moment) {
        self.moment = moment
        entries = log.entries(at: moment.uptime)
        forgotten = log.forgotten(at: moment.uptime)
    }

    /// The next lines, each with its end; nil when all is told.
    mutating func next() -> [UInt8]? {
        guard told < entries.count else { return nil }
        var bytes: [UInt8] = []
        while told < entries.count, bytes.count < Self.portion {
            var record = entries[told].record(at: moment)
            // What is missing is missing before the first.
            if told == 0 { record.forgottenUntil = forgotten }
            bytes += EpochJSON.encode(record)
            bytes.append(0x0A)
            told += 1
        }
        return bytes
    }
}
