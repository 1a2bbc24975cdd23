import JSON

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

extension ReportJSONError {
    /// Reads a document's keys and their kinds.
    static func read<Document: Decodable>(
        _ document: Document.Type, from bytes: [UInt8]
    ) throws(ReportJSONError) -> Document {
        do {
            return try SafeJSON.decode(document, from: bytes)
        } catch let error as DecodingError {
            throw ReportJSONError(error)
        } catch {
            throw ReportJSONError(key: "", reason: .notJSON("\(error)"))
        }
    }

    private init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(key: Self.path(context.codingPath + [key]), reason: .missing)
        case .valueNotFound(_, let context):
            self.init(key: Self.path(context.codingPath), reason: .missing)
        case .typeMismatch(let type, let context):
            self.init(key: Self.path(context.codingPath), reason: .wrongType(expected: Self.kind(of: type)))
        case .dataCorrupted(let context):
            self.init(key: Self.path(context.codingPath), reason: .notJSON(Self.text(of: context)))
        @unknown default:
            self.init(key: "", reason: .notJSON("\(error)"))
        }
    }

    /// The parser's words on one line without a full stop.
    private static func text(of context: DecodingError.Context) -> String {
        let words = context.debugDescription.split(whereSeparator: \.isNewline).joined(separator: " ")
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map(\.stringValue).joined(separator: ".")
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Double.Type: "a number"
        case is Int.Type, is UInt64.Type: "a whole number"
        case is Bool.Type: "true or false"
        default: "an object"
        }
    }
}
