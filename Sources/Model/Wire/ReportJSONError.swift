/// Why bytes are not a report, or not the line of a verdict: the key, and what is wrong with it.
public struct ReportJSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What can be wrong with a key.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not JSON at all; the parser's words.
        case notJSON(String)
        /// The key is not there and must be.
        case missing
        /// The value is of another kind than the one expected.
        case wrongType(expected: String)
        /// The value is none of those the key can have.
        case unknownValue(String, known: [String])
        /// The number is not one the key can have.
        case outOfRange(Double, allowed: String)
    }

    /// The way to the key, such as `fix.latitude`; empty when the whole is meant.
    public let key: String
    /// What is wrong with it.
    public let reason: Reason

    /// What the whole is called.
    var document = "report"

    /// Makes an error about a key.
    public init(key: String, reason: Reason) {
        self.key = key
        self.reason = reason
    }

    /// One line: the key, the offending value and what would work.
    public var description: String {
        let subject = key.isEmpty ? document : key
        return switch reason {
        case .notJSON(let words): "\(subject): not readable JSON: \(words)"
        case .missing: "\(subject): missing"
        case .wrongType(let expected): "\(subject): not \(expected)"
        case .unknownValue(let value, let known):
            "\(subject): unknown value \(value.prefix(80).debugDescription), known are \(known.joined(separator: ", "))"
        case .outOfRange(let value, let allowed): "\(subject): \(value) is not \(allowed)"
        }
    }
}
