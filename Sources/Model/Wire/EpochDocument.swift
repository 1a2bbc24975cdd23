import Location

/// The keys of an epoch's line and their kinds, not yet checked for sense.
struct EpochDocument: Decodable {
    var verdict: String
    var reason: String?
    var explanation: String?
    var countsAsRight: Bool?
    var source: String?
    var corrected: Double?
    var timeSource: String?
    var weeks: Int?
    var received: String?
    var age: Double?
    var count: Int?
    var until: String?
    var reinstated: Int?
    var forgottenUntil: String?
    var raw: ReportDocument.FixMembers

    /// The record, once every value has been found to make sense.
    func record() throws(ReportJSONError) -> VerdictRecord {
        var record = VerdictRecord(verdict: verdict, raw: try raw.fix("raw"))
        record.reason = reason
        record.explanation = explanation
        record.isReinstated = countsAsRight ?? false
        record.correction = try correction()
        record.received = try optional(received) { text throws(ReportJSONError) in try moment("received", text) }
        record.age = try optional(age) { value throws(ReportJSONError) in try duration("age", value) }
        record.count = max(1, try Wire.count("count", count) ?? 1)
        record.until = try optional(until) { text throws(ReportJSONError) in try moment("until", text) }
        record.reinstatedCount = try Wire.count("reinstated", reinstated) ?? 0
        record.discardedUntil = try optional(forgottenUntil) { text throws(ReportJSONError) in
            try moment("forgottenUntil", text)
        }
        return record
    }

    private func correction() throws(ReportJSONError) -> Correction? {
        let position = try optional(source) { text throws(ReportJSONError) -> PositionSource in
            try choice("source", text)
        }
        let time = try optional(timeSource) { text throws(ReportJSONError) -> TimeSource in
            try choice("timeSource", text)
        }
        let distance = try zeroOrMore("corrected", corrected) ?? 0
        return Correction(
            distance: position == .ecef ? distance : nil, timeSource: time ?? .receiver,
            weeks: Int32(clamping: weeks ?? 0))
    }
}
