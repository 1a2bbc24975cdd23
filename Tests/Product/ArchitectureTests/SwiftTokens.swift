/// The tokens of a Swift source file, without comments and without the content of string literals.
///
/// Regular expression literals are not recognised: the project has none.
struct SwiftTokens {
    struct Token: Equatable {
        let text: String
        /// The line of the token, counted from 1.
        let line: Int
        /// The number of open braces around the token; a brace itself belongs to the outer level.
        let depth: Int

        var isWord: Bool { text.utf8.first.map(SwiftTokens.isWordByte) == true }
    }

    private(set) var tokens: [Token] = []

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var depth = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        while position < bytes.count { next() }
    }

    private mutating func next() {
        switch bytes[position] {
        case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "*"): skipBlockComment()
        case UInt8(ascii: "\""): skipString(hashes: 0)
        case UInt8(ascii: "#") where hashesBeforeQuote > 0: skipString(hashes: hashesBeforeQuote)
        case let byte where Self.isWordByte(byte): word()
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): advance()
        case let byte:
            if byte == UInt8(ascii: "}") { depth -= 1 }
            append(String(decoding: [byte], as: UTF8.self))
            if byte == UInt8(ascii: "{") { depth += 1 }
            advance()
        }
    }

    private mutating func word() {
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        append(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipBlockComment() {
        var level = 0
        repeat {
            let pair = (byte(at: 0), byte(at: 1))
            if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) { level += 1 }
            if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) { level -= 1 }
            let isMark = pair.0 == UInt8(ascii: "/") || level == 0
            advance(by: isMark && pair.1 != nil ? 2 : 1)
        } while level > 0 && position < bytes.count
    }

    /// Skips a literal, with the strings and parentheses inside its interpolations.
    private mutating func skipString(hashes: Int) {
        advance(by: hashes)
        let quotes = byte(at: 1) == UInt8(ascii: "\"") && byte(at: 2) == UInt8(ascii: "\"") ? 3 : 1
        let end =
            Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: hashes)
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
        advance(by: quotes)
        while position < bytes.count, !has(end) {
            guard has(escape) else {
                advance()
                continue
            }
            advance(by: escape.count)
            if byte(at: 0) == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
        }
        advance(by: end.count)
    }

    private mutating func skipInterpolation() {
        let count = tokens.count
        var level = 0
        repeat {
            if byte(at: 0) == UInt8(ascii: "(") { level += 1 }
            if byte(at: 0) == UInt8(ascii: ")") { level -= 1 }
            next()
        } while level > 0 && position < bytes.count
        tokens.removeSubrange(count...)
    }

    private var hashesBeforeQuote: Int {
        let count = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        return byte(at: count) == UInt8(ascii: "\"") ? count : 0
    }

    private mutating func append(_ text: String) {
        tokens.append(Token(text: text, line: line, depth: depth))
    }

    private mutating func advance(by count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private func has(_ expected: [UInt8]) -> Bool { bytes[position...].starts(with: expected) }

    private func byte(at offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"), 0x80...: true
        default: false
        }
    }
}
