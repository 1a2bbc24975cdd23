import Basics
import JSON
public import Location

/// An epoch, or a run of equal epochs, with its verdict as JSON: a line of `whereismy replay --format json` and of
/// `whereismy explain --format json`.
public enum EpochJSON {
    /// Encodes an epoch on one line without a line end, with the report at that time, as in ``ReportJSON``, if one was
    /// kept.
    public static func encode(_ record: VerdictRecord, report: Report? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.members(of: record)
            json.object("raw") { $0.members(of: record.raw) }
            if var report {
                // A verdict is about a fix.
                report.now = nil
                json.object("report") { $0.members(of: report) }
            }
        }
    }

    /// Decodes a line; unknown keys are ignored, and so is a report.
    ///
    /// - Throws: ``ReportJSONError`` with the key and the cause.
    public static func decode(_ line: [UInt8]) throws(ReportJSONError) -> VerdictRecord {
        do throws(ReportJSONError) {
            return try ReportJSONError.decode(EpochDocument.self, from: line).record()
        } catch {
            var error = error
            error.document = "verdict line"
            throw error
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of record: VerdictRecord) {
        string("verdict", record.verdict)
        string("reason", record.reason)
        string("explanation", record.explanation)
        if record.isReinstated { boolean("countsAsRight", true) }
        string("treatment", record.treatment?.kind.rawValue)
        number("moved", record.treatment?.distance, decimals: 3)
        if let correction = record.correction { members(of: correction) }
        string("received", record.received?.iso8601)
        number("age", record.age.map { max(0, $0.inSeconds) }, decimals: 3)
        integer("count", record.count > 1 ? record.count : nil)
        string("until", record.until?.iso8601)
        integer("reinstated", record.reinstatedCount > 0 ? record.reinstatedCount : nil)
        string("forgottenUntil", record.discardedUntil?.iso8601)
    }

    private mutating func members(of correction: Correction) {
        if let distance = correction.distance {
            string("source", correction.source.rawValue)
            number("corrected", distance, decimals: 3)
        }
        guard correction.timeSource != .receiver else { return }
        string("timeSource", correction.timeSource.rawValue)
        integer("weeks", correction.weeks == 0 ? nil : correction.weeks)
    }
}

/// The keys of an epoch's line and their types, before validation.
struct EpochDocument: Decodable {
    var verdict: String
    var reason: String?
    var explanation: String?
    var countsAsRight: Bool?
    var treatment: String?
    var moved: Double?
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

    /// Returns the record after validation of every value.
    func record() throws(ReportJSONError) -> VerdictRecord {
        var record = VerdictRecord(verdict: verdict, raw: try raw.fix("raw."))
        record.reason = reason
        record.explanation = explanation
        record.isReinstated = countsAsRight ?? false
        record.treatment = try treated()
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

    private func treated() throws(ReportJSONError) -> Treatment? {
        let kind = try optional(treatment) { text throws(ReportJSONError) -> Treatment.Kind in
            try choice("treatment", text)
        }
        let distance = try zeroOrMore("moved", moved) ?? 0
        return kind.map { Treatment($0, distance: distance) }
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
