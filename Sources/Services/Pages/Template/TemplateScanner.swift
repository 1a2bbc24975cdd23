/// Finds the tags of a template in order and tracks the current delimiters.
struct TemplateScanner {
    let file: String
    let bytes: [UInt8]
    private(set) var opening = Array("{{".utf8)
    private(set) var closing = Array("}}".utf8)

    init(file: String, text: String) {
        self.init(file: file, bytes: Array(text.utf8))
    }

    init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    /// Returns the next tag from an offset on; nil if only text is left.
    mutating func tag(from offset: Int) throws(TemplateError) -> TemplateTag? {
        guard let start = find(opening, from: offset) else { return nil }
        let inside = start + opening.count
        let sign = inside < bytes.count ? bytes[inside] : 0
        let close = ending(sign)
        guard let end = find(close, from: inside) else {
            throw error(at: start, found: "an unterminated tag", expected: Self.quoted(close))
        }
        let kind = Self.kind(of: sign)
        guard let content = content(of: kind, sign: sign, in: inside..<end) else {
            throw error(at: start, found: Self.quoted(Array(bytes[start..<end])), expected: "a name")
        }
        let tag = TemplateTag(kind: kind, content: content, start: start, end: end + close.count)
        if kind == .delimiters { try change(by: tag) }
        if kind != .comment { try check(tag) }
        return tag
    }

    /// Returns the content between the delimiters without the sign; nil if there is no room for it.
    private func content(of kind: TemplateTag.Kind, sign: UInt8, in inside: Range<Int>) -> String? {
        let first = inside.lowerBound + (kind == .value(escaped: true) ? 0 : 1)
        let last = kind == .delimiters ? inside.upperBound - 1 : inside.upperBound
        guard first <= last || kind == .comment, !(kind == .delimiters && bytes[last] != sign) else { return nil }
        return String(decoding: bytes[min(first, last)..<last], as: UTF8.self).trimmed
    }

    private func find(_ sequence: [UInt8], from offset: Int) -> Int? {
        guard let first = sequence.first, bytes.count >= sequence.count else { return nil }
        var index = offset
        while index <= bytes.count - sequence.count {
            if bytes[index] == first, bytes[index..<(index + sequence.count)].elementsEqual(sequence) { return index }
            index += 1
        }
        return nil
    }

    private func ending(_ sign: UInt8) -> [UInt8] {
        sign == UInt8(ascii: "{") ? [UInt8(ascii: "}")] + closing : closing
    }

    private static func kind(of sign: UInt8) -> TemplateTag.Kind {
        switch sign {
        case UInt8(ascii: "#"): .section(inverted: false)
        case UInt8(ascii: "^"): .section(inverted: true)
        case UInt8(ascii: "/"): .close
        case UInt8(ascii: ">"): .partial
        case UInt8(ascii: "!"): .comment
        case UInt8(ascii: "="): .delimiters
        case UInt8(ascii: "{"), UInt8(ascii: "&"): .value(escaped: false)
        default: .value(escaped: true)
        }
    }

    private func check(_ tag: TemplateTag) throws(TemplateError) {
        guard tag.content.isEmpty else { return }
        throw error(at: tag.start, found: Self.quoted(Array(bytes[tag.start..<tag.end])), expected: "a name")
    }

    private mutating func change(by tag: TemplateTag) throws(TemplateError) {
        let pair = tag.content.split(whereSeparator: \.isWhitespace)
        guard pair.count == 2, !tag.content.contains("=") else {
            let found = Self.quoted(Array(bytes[tag.start..<tag.end]))
            throw error(at: tag.start, found: found, expected: "two delimiters without '=', as in {{=<% %>=}}")
        }
        opening = Array(pair[0].utf8)
        closing = Array(pair[1].utf8)
    }
}

extension TemplateScanner {
    func error(at offset: Int, found: String, expected: String) -> TemplateError {
        let before = bytes[..<min(offset, bytes.count)]
        let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        return TemplateError(
            file: file,
            line: 1 + before.count { $0 == UInt8(ascii: "\n") },
            column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 },
            found: found, expected: expected)
    }

    /// Returns bytes of the template for a message: one line of at most 40 characters.
    static func quoted(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count > 40 ? "\(text.prefix(40))…" : text
    }
}

extension String {
    fileprivate var trimmed: String {
        let rest = drop { $0.isWhitespace }
        return String(rest.reversed().drop { $0.isWhitespace }.reversed())
    }
}

struct TemplateTag {
    enum Kind: Equatable {
        case value(escaped: Bool)
        case section(inverted: Bool)
        case close
        case partial
        case comment
        case delimiters
    }

    let kind: Kind
    /// The content without the sign and surrounding white space.
    let content: String
    let start: Int
    /// The offset of the first byte after the tag.
    let end: Int

    /// True if the tag removes its line when it stands alone there.
    var canStandAlone: Bool {
        if case .value = kind { false } else { true }
    }
}
