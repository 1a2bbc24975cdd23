import Basics

/// A token of a JSON text.
public enum JSONToken: Sendable {
    case objectStart, objectEnd, arrayStart, arrayEnd
    case key, string, number, yes, no, null
}

/// Splits a JSON text into tokens as its bytes arrive, in any chunks (RFC 8259; several texts may be concatenated).
public struct JSONScanner {
    /// The maximum depth of arrays and objects; deeper texts are rejected.
    static let maxDepth = 32
    /// The maximum number of stored bytes of a key or string; the rest is dropped.
    static let maxStringLength = 4096
    private static let maxNumberLength = 64

    private enum Expectation {
        case top, value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd
    }

    private enum Part {
        case none, string, escape, unicode, number, word
    }

    /// The line of the next byte, from 1.
    public private(set) var line = 1
    /// The text of the last token: a key or a string with its escapes resolved, or a number as written.
    public private(set) var text: [UInt8] = []
    /// True for an object, false for an array, outermost first.
    private var stack: [Bool] = []
    private var expected = Expectation.top
    private var part = Part.none
    private var escape = JSONEscape()
    /// True for one text in memory: a comma before the end of an array or object is accepted, as in files written by hand, and
    /// strings and numbers are only delimited, because those that are read are checked by ``JSONString`` and ``JSONNumber``.
    private let isDocument: Bool
    /// The index of the first byte of the last token, if the text is one chunk.
    private(set) var start = 0

    /// Creates a scanner at the beginning of a text.
    public init() {
        self.init(isDocument: false)
    }

    init(isDocument: Bool) {
        self.isDocument = isDocument
    }

    /// Scans a chunk from an index, which advances past the token; nil if the chunk ends before one is complete.
    ///
    /// - Throws: ``JSONSyntaxError``.
    public mutating func next(in bytes: Span<UInt8>, at index: inout Int) throws(JSONSyntaxError) -> JSONToken? {
        while index < bytes.count {
            if part == .string { appendRun(of: bytes, from: &index) } else { skipBlanks(in: bytes, from: &index) }
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            // The byte after a number or a word belongs to the next token.
            if part == .number || part == .word, !continuesScalar(byte) { return try endScalar() }
            if part == .none { start = index }
            let token = try scan(byte)
            if part == .number || part == .word, text.count < Self.maxNumberLength { text.append(byte) }
            if byte == 0x0A { line += 1 }
            index += 1
            if let token { return token }
        }
        return nil
    }

    /// Ends the text; must be called until it returns nil.
    ///
    /// - Returns: a number or a word that only the end completes.
    /// - Throws: ``JSONSyntaxError`` if the text is incomplete.
    public mutating func finish() throws(JSONSyntaxError) -> JSONToken? {
        if part == .number || part == .word { return try endScalar() }
        guard stack.isEmpty, part == .none, expected == .top else {
            throw fault("the document ends before it is complete")
        }
        return nil
    }

    private func skipBlanks(in bytes: Span<UInt8>, from index: inout Int) {
        guard part == .none else { return }
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    }

    private func fault(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(line: line, reason: reason) }

    private mutating func scan(_ byte: UInt8) throws(JSONSyntaxError) -> JSONToken? {
        switch part {
        case .none: return try begin(byte)
        case .string: return scanString(byte)
        case .escape: try scanEscape(byte)
        case .unicode: try scanHexDigit(byte)
        case .number, .word: break
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8) throws(JSONSyntaxError) -> JSONToken? {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return nil
        // RFC 8142 puts a record separator before each text of a sequence.
        case 0x1E where expected == .top && !isDocument: return nil
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(byte == UInt8(ascii: "{"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return try close(byte == UInt8(ascii: "}"))
        case UInt8(ascii: ","), UInt8(ascii: ":"): try separate(byte)
        case UInt8(ascii: "\""):
            guard expected != .colon, expected != .commaOrEnd else { throw unexpected(byte) }
            part = .string
            escape = JSONEscape()
            text.removeAll(keepingCapacity: true)
        default:
            part = byte == UInt8(ascii: "-") || (48...57).contains(byte) ? .number : .word
            guard expectsValue, part == .number || (97...122).contains(byte) else { throw unexpected(byte) }
            text.removeAll(keepingCapacity: true)
        }
        return nil
    }

    private var expectsValue: Bool { expected == .top || expected == .value || expected == .valueOrEnd }

    private func unexpected(_ byte: UInt8) -> JSONSyntaxError {
        let character = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
        return fault("not JSON: unexpected \(character)")
    }

    private mutating func open(_ isObject: Bool) throws(JSONSyntaxError) -> JSONToken {
        guard expectsValue else { throw unexpected(isObject ? 0x7B : 0x5B) }
        guard stack.count < Self.maxDepth else { throw fault("JSON nested deeper than \(Self.maxDepth) levels") }
        stack.append(isObject)
        expected = isObject ? .keyOrEnd : .valueOrEnd
        text.removeAll(keepingCapacity: true)
        return isObject ? .objectStart : .arrayStart
    }

    private mutating func close(_ isObject: Bool) throws(JSONSyntaxError) -> JSONToken {
        let mayEnd = expected == .commaOrEnd || expected == (isObject ? .keyOrEnd : .valueOrEnd)
        guard stack.last == isObject, mayEnd else { throw unexpected(isObject ? 0x7D : 0x5D) }
        stack.removeLast()
        text.removeAll(keepingCapacity: true)
        endValue()
        return isObject ? .objectEnd : .arrayEnd
    }

    private mutating func separate(_ byte: UInt8) throws(JSONSyntaxError) {
        if byte == UInt8(ascii: ":") {
            guard expected == .colon else { throw unexpected(byte) }
            expected = .value
        } else {
            guard expected == .commaOrEnd, let isObject = stack.last else { throw unexpected(byte) }
            expected = isObject ? .key : .value
            if isDocument { expected = isObject ? .keyOrEnd : .valueOrEnd }
        }
    }

    private mutating func endValue() {
        expected = stack.isEmpty ? .top : .commaOrEnd
    }
}

// MARK: - Strings

extension JSONScanner {
    private mutating func scanString(_ byte: UInt8) -> JSONToken? {
        switch byte {
        case UInt8(ascii: "\\"): part = .escape
        case UInt8(ascii: "\""):
            part = .none
            guard expected != .key, expected != .keyOrEnd else {
                expected = .colon
                return .key
            }
            endValue()
            return .string
        default: append(byte)
        }
        return nil
    }

    /// Appends the bytes of a string up to one with a meaning.
    private mutating func appendRun(of bytes: Span<UInt8>, from index: inout Int) {
        let start = index
        while index < bytes.count, case let byte = bytes[index], byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"),
            byte != 0x0A
        {
            index += 1
        }
        guard !isDocument else { return }
        let end = start + min(index - start, Self.maxStringLength - text.count)
        text.append(bytes.extracting(start..<end))
    }

    private mutating func append(_ byte: UInt8) {
        if text.count < Self.maxStringLength { text.append(byte) }
    }

    private mutating func scanEscape(_ byte: UInt8) throws(JSONSyntaxError) {
        guard byte != UInt8(ascii: "u") else {
            part = .unicode
            return
        }
        part = .string
        guard let character = JSONEscape.character(byte) ?? (isDocument ? byte : nil) else { throw unknownEscape }
        append(character)
    }

    private mutating func scanHexDigit(_ byte: UInt8) throws(JSONSyntaxError) {
        let digit = byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
        guard digit != nil || isDocument && byte != UInt8(ascii: "\"") else { throw unknownEscape }
        guard let scalar = escape.consume(UInt16(digit ?? 0)) else {
            if escape.isComplete { part = .string }
            return
        }
        part = .string
        for byte in String(Character(scalar)).utf8 { append(byte) }
    }

    private var unknownEscape: JSONSyntaxError { fault("not JSON: an unknown escape in a string") }
}

// MARK: - Numbers and words

extension JSONScanner {
    private func continuesScalar(_ byte: UInt8) -> Bool {
        part == .number ? JSONNumber.mayContain(byte) : (97...122).contains(byte)
    }

    private mutating func endScalar() throws(JSONSyntaxError) -> JSONToken {
        let isNumber = part == .number
        part = .none
        guard !isNumber else {
            guard isDocument || text.count < Self.maxNumberLength && DecimalNumber(text.span) != nil else {
                throw fault("not JSON: invalid number")
            }
            endValue()
            return .number
        }
        guard let token = JSONToken(word: text.span) else { throw fault("not JSON: invalid word") }
        endValue()
        return token
    }
}

extension JSONToken {
    fileprivate init?(word: Span<UInt8>) {
        if word.equals("true") {
            self = .yes
        } else if word.equals("false") {
            self = .no
        } else if word.equals("null") {
            self = .null
        } else {
            return nil
        }
    }
}

/// A syntax error in a JSON text.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The cause, for people.
    public let reason: String
}
