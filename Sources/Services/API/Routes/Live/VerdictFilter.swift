import Basics
import Location

/// Which verdicts are wanted.
struct VerdictFilter: Hashable {
    /// How many at most, the latest; nil for all.
    var last: Int?
    /// Those that were made then or later; nil for all.
    var since: Timestamp?
    /// Whether only what was not used is wanted.
    var rejectedOnly = false

    /// Everything.
    init() {}

    /// What a request asks for: `last`, `since`, `rejected`.
    ///
    /// - Throws: ``Problem`` where it makes no sense.
    init(_ arguments: QueryParameters) throws(Problem) {
        last = try arguments.value("last", expected: "a whole number above 0") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        since = try arguments.time("since")
        rejectedOnly = try arguments.value("rejected", expected: "yes or no") { ["yes": true, "no": false][$0] } ?? false
    }

    /// Chooses among verdicts, oldest first.
    ///
    /// - Parameters:
    ///   - records: all there are, oldest first.
    ///   - forgotten: until when rejections are forgotten; nil where none is.
    ///   - now: the time of day: a clock that was set since does not change how long ago a verdict was made.
    /// - Returns: those wanted; the first says until when rejections are forgotten that were wanted too.
    func select(from records: [VerdictRecord], forgottenUntil forgotten: Timestamp?, now: Timestamp) -> [VerdictRecord]
    {
        var chosen: [VerdictRecord] = []
        var remaining = records[...]
        while chosen.count < last ?? .max, let record = remaining.popLast() {
            if let since, let time = Self.time(of: record, now: now), time < since { return chosen.reversed() }
            if !rejectedOnly || (record.reason != nil && !record.isReinstated) { chosen.append(record) }
        }
        chosen.reverse()
        if remaining.isEmpty, !chosen.isEmpty { chosen[0].discardedUntil = forgotten }
        return chosen
    }

    private static func time(of record: VerdictRecord, now: Timestamp) -> Timestamp? {
        record.age.map { now + (.zero - $0) } ?? record.until ?? record.received
    }
}
