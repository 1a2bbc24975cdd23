import Basics

/// Applies a check to an optional value.
///
/// It replaces `Optional.map`, which loses the error type of its closure.
func optional<Value, Result>(
    _ value: Value?, _ check: (Value) throws(ReportJSONError) -> Result
) throws(ReportJSONError) -> Result? {
    guard let value else { return nil }
    return try check(value)
}

func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ text: String
) throws(ReportJSONError) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    throw ReportJSONError(key: key, reason: .unknownValue(text, known: Choice.allCases.map(\.rawValue)))
}

/// Parses a time in ISO 8601.
func moment(_ key: String, _ text: String) throws(ReportJSONError) -> Timestamp {
    if let moment = Timestamp(storable: text) { return moment }
    throw ReportJSONError(key: key, reason: .unknownValue(text, known: ["times like 2026-01-01T00:06:52.000Z"]))
}

/// Converts seconds to a duration; the limit of 30 000 years prevents overflow in later arithmetic.
func duration(_ key: String, _ seconds: Double) throws(ReportJSONError) -> Duration {
    guard (0...1e12).contains(seconds) else {
        throw ReportJSONError(key: key, reason: .outOfRange(seconds, allowed: "from 0 to 1e12"))
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
}

/// Returns a size or an error, which must not be negative.
func zeroOrMore(_ key: String, _ value: Double?) throws(ReportJSONError) -> Double? {
    guard let value, !(value >= 0) else { return value }
    throw ReportJSONError(key: key, reason: .outOfRange(value, allowed: "0 or more"))
}

/// Returns a direction in degrees from north, 0 up to but not including 360.
func direction(_ key: String, _ value: Double?) throws(ReportJSONError) -> Double? {
    guard let value, !(0..<360).contains(value) else { return value }
    throw ReportJSONError(key: key, reason: .outOfRange(value, allowed: "from 0 to below 360"))
}

/// Returns a count, which must not be negative.
func count(_ key: String, _ value: Int?) throws(ReportJSONError) -> Int? {
    guard let value, value < 0 else { return value }
    throw ReportJSONError(key: key, reason: .outOfRange(Double(value), allowed: "0 or more"))
}
