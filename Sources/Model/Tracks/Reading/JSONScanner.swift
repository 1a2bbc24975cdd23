/// Reads JSON piece by piece (RFC 8259), one value or several behind each other, in memory that does not grow.
///
/// JSONDecoder, which ``SafeJSON`` is made safe with, wants a whole document in memory.
struct JSONScanner {
    /// Arrays and objects within each other; GeoJSON has about eight.
    static let deepestNesting = 32
    /// Bytes of a string that are kept; no value that matters is longer, so the rest is left out.
    static let longestString = 4096
    private static let longestNumber = 64

    enum Expectation {
        case top, value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd
    }

    enum Part {
        case none, string, escape, unicode, number, word
    }

    /// The line that is being read, from 1.
    private(set) var line = 1
    /// Whether nothing is open.
    var isComplete: Bool { stack.isEmpty && part == .none && expected == .top }

    // The rest is for the extension that reads strings, and for nobody else.

    /// What is open: true for an object, false for an array.
    var stack: [Bool] = []
    var expected = Expectation.top
    var part = Part.none
    var text: [UInt8] = []
    var escape = JSONEscape()

    /// Reads a piece.
    ///
    /// - Throws: ``TrackFault``; nothing may be fed behind it.
    mutating func feed<Content: JSONContent>(_ bytes: Span<UInt8>, into content: inout Content) throws(TrackFault) {
        var index = 0
        while index < bytes.count {
            switch part {
            case .none: try begin(bytes[index], &content)
            case .string: takeString(bytes[index], &content)
            case .escape: try takeEscape(bytes[index])
            case .unicode: try takeUnicode(bytes[index])
            case .number, .word:
                // The first byte that does not belong to it is looked at again.
                if isPart(bytes[index]) { break }
                try endScalar(&content)
                continue
            }
            if part == .number || part == .word, text.count < Self.longestNumber { text.append(bytes[index]) }
            if bytes[index] == 0x0A { line += 1 }
            index += 1
        }
    }

    /// Ends the document.
    ///
    /// - Throws: ``TrackFault`` where something is open.
    mutating func finish<Content: JSONContent>(into content: inout Content) throws(TrackFault) {
        if part == .number || part == .word { try endScalar(&content) }
        guard isComplete else { throw fault("the document ends before it is complete") }
    }

    func fault(_ words: String) -> TrackFault { TrackFault(line: line, words) }

    private mutating func begin<Content: JSONContent>(_ byte: UInt8, _ content: inout Content) throws(TrackFault) {
        switch byte {
        // RFC 8142 sets a record separator, 1E, before each text of a sequence.
        case 0x20, 0x09, 0x0A, 0x0D, 0x1E: return
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte == UInt8(ascii: "{"), &content)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte == UInt8(ascii: "}"), &content)
        case UInt8(ascii: ","), UInt8(ascii: ":"): try separate(byte)
        case UInt8(ascii: "\""):
            guard expected != .colon, expected != .commaOrEnd else { throw unexpected(byte) }
            (part, escape) = (.string, JSONEscape())
            text.removeAll(keepingCapacity: true)
        default:
            part = byte == UInt8(ascii: "-") || (48...57).contains(byte) ? .number : .word
            guard expectsValue, part == .number || (97...122).contains(byte) else { throw unexpected(byte) }
            text.removeAll(keepingCapacity: true)
        }
    }

    private var expectsValue: Bool { expected == .top || expected == .value || expected == .valueOrEnd }

    private func unexpected(_ byte: UInt8) -> TrackFault {
        let character = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
        return fault("not JSON: \(character) where it cannot stand")
    }

    private mutating func open<Content: JSONContent>(
        _ isObject: Bool, _ content: inout Content
    ) throws(TrackFault) {
        guard expectsValue else { throw unexpected(isObject ? 0x7B : 0x5B) }
        guard stack.count < Self.deepestNesting else {
            throw fault("JSON nested deeper than \(Self.deepestNesting) levels")
        }
        stack.append(isObject)
        expected = isObject ? .keyOrEnd : .valueOrEnd
        content.take(isObject ? .objectStart : .arrayStart, [UInt8]().span, line: line)
    }

    private mutating func close<Content: JSONContent>(
        _ isObject: Bool, _ content: inout Content
    ) throws(TrackFault) {
        let mayEnd = expected == .commaOrEnd || expected == (isObject ? .keyOrEnd : .valueOrEnd)
        guard stack.last == isObject, mayEnd else { throw unexpected(isObject ? 0x7D : 0x5D) }
        stack.removeLast()
        content.take(isObject ? .objectEnd : .arrayEnd, [UInt8]().span, line: line)
        endValue()
    }

    private mutating func separate(_ byte: UInt8) throws(TrackFault) {
        if byte == UInt8(ascii: ":") {
            guard expected == .colon else { throw unexpected(byte) }
            expected = .value
        } else {
            guard expected == .commaOrEnd, let isObject = stack.last else { throw unexpected(byte) }
            expected = isObject ? .key : .value
        }
    }

    mutating func endValue() {
        expected = stack.isEmpty ? .top : .commaOrEnd
    }

    private func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 97...122: true
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"): part == .number
        default: false
        }
    }

    private mutating func endScalar<Content: JSONContent>(_ content: inout Content) throws(TrackFault) {
        let isNumber = part == .number
        part = .none
        let said = text
        if isNumber {
            guard said.count < Self.longestNumber, DecimalNumber(said.span) != nil else {
                throw fault("not JSON: a number that is none")
            }
            content.take(.number, said.span, line: line)
        } else if let token = JSONToken(word: said.span) {
            content.take(token, said.span, line: line)
        } else {
            throw fault("not JSON: a word that is none")
        }
        endValue()
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
