/// A value of a JSON text; strings and numbers are ranges of the text, read only on request.
enum JSONValue {
    case null
    case boolean(Bool)
    case number(Range<Int>)
    /// The range between the quotation marks.
    case string(Range<Int>)
    case array([JSONValue])
    case object([(key: Range<Int>, value: JSONValue)])

    /// The kind of the value in an error, for people.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "bool"
        case .number: "number"
        case .string: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}

/// Splits a JSON text into values (RFC 8259).
///
/// A comma before the end of an array or object is accepted, as in files written by hand; so is a byte order mark.
/// The caller limits the nesting, because each level is a recursive call.
struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Returns the value of a whole text.
    static func parse(_ bytes: [UInt8]) throws -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipBlanks()
        guard parser.index == bytes.count else { throw DecodingError.notJSON }
        return value
    }

    private mutating func skipBlanks() {
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Returns the next byte that is not blank, without consuming it.
    private mutating func peek() throws -> UInt8 {
        skipBlanks()
        guard index < bytes.count else { throw DecodingError.notJSON }
        return bytes[index]
    }

    private mutating func value() throws -> JSONValue {
        switch try peek() {
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "t"): try word("true", .boolean(true))
        case UInt8(ascii: "f"): try word("false", .boolean(false))
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "-"), 48...57: number()
        default: throw DecodingError.notJSON
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws -> JSONValue {
        for byte in text.description.utf8 {
            guard index < bytes.count, bytes[index] == byte else { throw DecodingError.notJSON }
            index += 1
        }
        return value
    }

    private mutating func number() -> JSONValue {
        let start = index
        while index < bytes.count, JSONNumber.mayContain(bytes[index]) { index += 1 }
        return .number(start..<index)
    }

    private mutating func array() throws -> JSONValue {
        var values: [JSONValue] = []
        index += 1
        while try peek() != UInt8(ascii: "]") {
            values.append(try value())
            try endItem(of: UInt8(ascii: "]"))
        }
        index += 1
        return .array(values)
    }

    private mutating func object() throws -> JSONValue {
        var members: [(key: Range<Int>, value: JSONValue)] = []
        index += 1
        while try peek() != UInt8(ascii: "}") {
            let key = try string()
            guard try peek() == UInt8(ascii: ":") else { throw DecodingError.notJSON }
            index += 1
            members.append((key, try value()))
            try endItem(of: UInt8(ascii: "}"))
        }
        index += 1
        return .object(members)
    }

    /// Consumes the comma behind an item, or stays at the end of the array or object.
    private mutating func endItem(of end: UInt8) throws {
        let byte = try peek()
        guard byte == UInt8(ascii: ",") || byte == end else { throw DecodingError.notJSON }
        if byte != end { index += 1 }
    }

    /// Consumes a string; ``JSONString`` checks its escapes and its UTF-8.
    private mutating func string() throws -> Range<Int> {
        guard bytes[index] == UInt8(ascii: "\"") else { throw DecodingError.notJSON }
        index += 1
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<index - 1
            case UInt8(ascii: "\\"): try escape()
            default: index += 1
            }
        }
        throw DecodingError.notJSON
    }

    /// Consumes an escape: the byte behind a backslash can be a quotation mark, but those of a `\u` escape cannot.
    private mutating func escape() throws {
        let end = index + (index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2)
        guard end <= bytes.count, end == index + 2 || !bytes[index..<end].contains(UInt8(ascii: "\"")) else {
            throw DecodingError.notJSON
        }
        index = end
    }
}

extension DecodingError {
    /// The error for a text that is not JSON, and for a string or a number that cannot be represented.
    static var notJSON: DecodingError {
        .dataCorrupted(Context(codingPath: [], debugDescription: "The given data was not valid JSON."))
    }
}
