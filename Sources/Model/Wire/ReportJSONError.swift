import JSON

/// An error in a report, a verdict line or a place event: the key and the cause.
public struct ReportJSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause of an error.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not JSON; the parser's message.
        case notJSON(String)
        /// A required key is missing.
        case missing
        /// The value has another type.
        case wrongType(expected: String)
        /// The value is not one of those allowed.
        case unknownValue(String, known: [String])
        /// The number is out of range.
        case outOfRange(Double, allowed: String)
    }

    /// The path of the key, such as `fix.latitude`; empty for the whole document.
    public let key: String
    /// The cause.
    public let reason: Reason

    var document = "report"

    /// Creates an error for a key.
    public init(key: String, reason: Reason) {
        self.key = key
        self.reason = reason
    }

    /// One line: the key, the offending value and the allowed values.
    public var description: String {
        let subject = key.isEmpty ? document : key
        return switch reason {
        case .notJSON(let message): "\(subject): invalid JSON: \(message)"
        case .missing: "\(subject): missing"
        case .wrongType(let expected): "\(subject): not \(expected)"
        case .unknownValue(let value, let known):
            "\(subject): unknown value \(value.prefix(80).debugDescription), expected \(known.joined(separator: ", "))"
        case .outOfRange(let value, let allowed): "\(subject): \(value) is out of range, expected \(allowed)"
        }
    }
}

extension ReportJSONError {
    static func decode<Document: Decodable>(
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

    /// The parser's message on one line without a full stop.
    private static func text(of context: DecodingError.Context) -> String {
        let text = context.debugDescription.split(whereSeparator: \.isNewline).joined(separator: " ")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
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
