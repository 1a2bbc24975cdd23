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

/// Builds the value of a JSON text from its tokens (RFC 8259); a byte order mark is ignored (section 8.1).
struct JSONParser {
    private let bytes: [UInt8]
    private var index: Int
    private var scanner = JSONScanner(isDocument: true)

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the value of a whole text.
    ///
    /// - Throws: `DecodingError`, also for arrays and objects in more than ``SafeJSON/maxNesting`` levels.
    static func parse(_ bytes: [UInt8]) throws -> JSONValue {
        var parser = JSONParser(bytes)
        do {
            let value = try parser.value(try parser.next(), level: 1)
            guard try parser.next() == nil else { throw DecodingError.notJSON }
            return value
        } catch is JSONSyntaxError {
            throw DecodingError.notJSON
        }
    }

    /// Returns the next token; nil at the end of the text.
    private mutating func next() throws -> JSONToken? {
        let text = bytes
        if let token = try scanner.next(in: text.span, at: &index) { return token }
        return try scanner.finish()
    }

    private mutating func value(_ token: JSONToken?, level: Int) throws -> JSONValue {
        guard level <= SafeJSON.maxNesting || token != .objectStart && token != .arrayStart else {
            let reason = "nested deeper than \(SafeJSON.maxNesting) levels"
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
        }
        switch token {
        case .objectStart: return .object(try members(level: level))
        case .arrayStart: return .array(try values(level: level))
        case .string: return .string(textRange)
        case .number: return .number(scanner.start..<index)
        case .yes, .no: return .boolean(token == .yes)
        case .null: return .null
        case .key, .objectEnd, .arrayEnd, nil: throw DecodingError.notJSON
        }
    }

    /// The range of the last key or string between its quotation marks.
    private var textRange: Range<Int> { scanner.start + 1..<index - 1 }

    private mutating func members(level: Int) throws -> [(key: Range<Int>, value: JSONValue)] {
        var members: [(key: Range<Int>, value: JSONValue)] = []
        while try next() == .key {
            let key = textRange
            members.append((key, try value(try next(), level: level + 1)))
        }
        return members
    }

    private mutating func values(level: Int) throws -> [JSONValue] {
        var values: [JSONValue] = []
        while let token = try next(), token != .arrayEnd { values.append(try value(token, level: level + 1)) }
        return values
    }
}

extension DecodingError {
    /// The error for a text that is not JSON, and for a string or a number that cannot be represented.
    static var notJSON: DecodingError {
        .dataCorrupted(Context(codingPath: [], debugDescription: "The given data was not valid JSON."))
    }
}
