import Basics
import Location

/// Applies a check to a value that may be absent.
///
/// In place of `Optional.map`, which loses the type of the error to its closure.
func optional<Value, Result>(
    _ value: Value?, _ check: (Value) throws(ReportJSONError) -> Result
) throws(ReportJSONError) -> Result? {
    guard let value else { return nil }
    return try check(value)
}

/// The case that a text names.
func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ text: String
) throws(ReportJSONError) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    throw ReportJSONError(key: key, reason: .unknownValue(text, known: Choice.allCases.map(\.rawValue)))
}

/// The moment that a text in ISO 8601 names.
func moment(_ key: String, _ text: String) throws(ReportJSONError) -> Timestamp {
    if let moment = Timestamp(iso8601: text) { return moment }
    throw ReportJSONError(key: key, reason: .unknownValue(text, known: ["times like 2026-01-01T00:06:52.000Z"]))
}

/// A number of seconds as a duration; the limit, 30 000 years, keeps the arithmetic on it from overflowing.
func duration(_ key: String, _ seconds: Double) throws(ReportJSONError) -> Duration {
    guard (0...1e12).contains(seconds) else {
        throw ReportJSONError(key: key, reason: .outOfRange(seconds, allowed: "from 0 to 1e12"))
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
}

/// A number that measures a size or an error.
func zeroOrMore(_ key: String, _ value: Double?) throws(ReportJSONError) -> Double? {
    guard let value, !(value >= 0) else { return value }
    throw ReportJSONError(key: key, reason: .outOfRange(value, allowed: "0 or more"))
}

/// A direction in degrees from north.
func direction(_ key: String, _ value: Double?) throws(ReportJSONError) -> Double? {
    guard let value, !(0..<360).contains(value) else { return value }
    throw ReportJSONError(key: key, reason: .outOfRange(value, allowed: "from 0 to below 360"))
}

/// A number of things.
func count(_ key: String, _ value: Int?) throws(ReportJSONError) -> Int? {
    guard let value, value < 0 else { return value }
    throw ReportJSONError(key: key, reason: .outOfRange(Double(value), allowed: "0 or more"))
}
