import Location
import Wire

/// Which of the daemon's verdicts are wanted.
struct VerdictSelection: Hashable {
    /// How many at most, the latest; nil for all.
    var last: Int?
    /// Those that were made then or later; nil for all.
    var since: Timestamp?
    /// Whether only rejections are wanted.
    var rejectedOnly = false

    /// Chooses from lines of JSON, oldest first, as the daemon tells them.
    ///
    /// - Parameters:
    ///   - bytes: the lines.
    ///   - now: the time of day. A clock that was set since does not change how long ago a verdict was made.
    /// - Returns: those wanted, oldest first; the first says until when rejections are forgotten that were wanted too.
    /// - Throws: ``ReportJSONError`` at a line that makes no sense.
    func choose(from bytes: [UInt8], now: Timestamp) throws(ReportJSONError) -> [VerdictRecord] {
        let lines = bytes.split(separator: 0x0A)
        var chosen: [VerdictRecord] = []
        var remaining = lines[...]
        while chosen.count < last ?? .max, let line = remaining.popLast() {
            let record = try EpochJSON.decode(Array(line))
            if let since, let time = time(of: record, now: now), time < since { return chosen.reversed() }
            if !rejectedOnly || (record.reason != nil && !record.countsAsRight) { chosen.append(record) }
        }
        chosen.reverse()
        if remaining.isEmpty, let first = lines.first, !chosen.isEmpty {
            chosen[0].forgottenUntil = try EpochJSON.decode(Array(first)).forgottenUntil
        }
        return chosen
    }

    private func time(of record: VerdictRecord, now: Timestamp) -> Timestamp? {
        record.age.map { now + (.zero - $0) } ?? record.until ?? record.received
    }
}
