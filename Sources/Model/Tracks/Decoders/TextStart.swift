import Basics
import TextEncoding

/// The encoding of a file and the marks before its content, found in its first bytes.
///
/// A mark counts more than what the file declares, and what its bytes are more than both: programs copy declarations
/// from file to file.
struct TextStart {
    /// The marks of Unicode; that of UTF-32 begins like that of UTF-16.
    private static let marks: [(bytes: [UInt8], encoding: String?)] = [
        ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
        ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    /// The encoding that has a character for each byte.
    private static let singleByte = "ISO-8859-1"
    /// The number of bytes in which zeros are looked for.
    private static let zeroLength = 256

    /// The name of the encoding; nil for UTF-8, which needs no conversion.
    let encoding: String?
    /// The length of the mark in bytes.
    let markLength: Int
    /// True if a document claims to be UTF-8 and is not, or if the names of the columns of CSV are not.
    let isNoUTF8: Bool

    /// Examines the first bytes of a file.
    init(_ head: [UInt8]) {
        if let mark = Self.marks.first(where: { head.starts(with: $0.bytes) }) {
            (encoding, markLength, isNoUTF8) = (mark.encoding, mark.bytes.count, false)
            return
        }
        let found = Self.unmarkedEncoding(head) ?? Self.declaredEncoding(head)
        isNoUTF8 = found == nil && (Self.isBrokenDocument(head) || Self.hasBrokenHeader(head))
        (encoding, markLength) = (isNoUTF8 ? Self.singleByte : found, 0)
    }

    /// Returns true for XML that is not UTF-8: programs write names as their system has them.
    private static func isBrokenDocument(_ head: [UInt8]) -> Bool {
        guard head[leadLength(of: head)...].first == UInt8(ascii: "<") else { return false }
        // The last character may continue behind the head.
        let end = head.lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? 0
        return !String(decoding: head[..<end], as: UTF8.self).utf8.elementsEqual(head[..<end])
    }

    /// Returns true for names of columns that are no UTF-8, such as the `Länge` of a spreadsheet on Windows: the letters of
    /// windows-1252 are those of ISO-8859-1, which has no bytes without a character.
    private static func hasBrokenHeader(_ head: [UInt8]) -> Bool {
        head.split(separator: 0x0A).contains { line in
            guard String(validating: line, as: UTF8.self) == nil else { return false }
            let text = String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
            return CSVRow.header(Array(text.utf8).span) != nil
        }
    }

    /// Returns the number of bytes before the content: blanks, marks, and zeros.
    static func leadLength(of text: [UInt8]) -> Int {
        var index = 0
        while index < text.count {
            if text[index] <= 0x20 {
                index += 1
            } else if text[index...].starts(with: [0xEF, 0xBB, 0xBF]) {
                index += 3
            } else {
                break
            }
        }
        return index
    }

    /// Returns UTF-16 or UTF-32 by the zeros in its ASCII characters; nil for another encoding.
    private static func unmarkedEncoding(_ head: [UInt8]) -> String? {
        let part = head.prefix(zeroLength)
        var zeros = [0, 0, 0, 0]
        for (index, byte) in part.enumerated() where byte == 0 { zeros[index % 4] += 1 }
        let isZero = zeros.map { $0 * 8 > part.count }
        return switch isZero {
        case [false, true, false, true]: "UTF-16LE"
        case [true, false, true, false]: "UTF-16BE"
        case [false, true, true, true]: "UTF-32LE"
        case [true, true, true, false]: "UTF-32BE"
        default: nil
        }
    }

    /// Returns the encoding that the declaration of XML names; nil for UTF-8, and if there is no declaration.
    private static func declaredEncoding(_ head: [UInt8]) -> String? {
        // A mark behind blanks is one too.
        guard !head[..<leadLength(of: head)].contains(0xEF), let range = XMLDeclaration.range(in: head),
            let name = XMLDeclaration.encoding(in: head[range]),
            !EncodingName.isUTF8(name)
        else { return nil }
        // A declaration that can be read has no encoding in which its letters have other bytes, such as UTF-16.
        guard var converter = TextConverter(from: name) else { return name }
        var text: [UInt8] = []
        let word = Array(head[range].prefix(5))
        try? converter.convert(word.span, into: &text)
        return text == word ? name : nil
    }
}

/// The part of a document before its root element.
enum XMLDeclaration {
    private static let start = Array("<?xml".utf8)

    /// Returns the range of the declaration, behind blanks and marks; nil if there is none.
    static func range(in text: [UInt8]) -> Range<Int>? {
        let first = TextStart.leadLength(of: text)
        guard text[first...].starts(with: start), first + start.count < text.count,
            text[first + start.count] <= 0x20,
            let end = text[first...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return first..<(end + 1)
    }

    /// Returns the name behind `encoding=`, in quotes of either kind; nil without one.
    static func encoding(in declaration: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let word = text.range(ofText: "encoding") else { return nil }
        let value = text[word.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        let name = value.dropFirst().prefix { $0 != quote }.filter { !$0.isWhitespace }
        return name.isEmpty ? nil : name
    }

    /// Removes what stands before the content, but for line ends: lines keep their numbers, and so do the columns of XML,
    /// where a blank replaces each byte.
    ///
    /// A declaration of XML is removed too: it may stand only at the start, and a text in UTF-8 needs none.
    static func erase(in text: inout [UInt8], isXML: Bool) {
        if isXML, let range = range(in: text) {
            for index in range where text[index] != 0x0A { text[index] = 0x20 }
        }
        let lead = text[..<TextStart.leadLength(of: text)].compactMap { byte -> UInt8? in
            if byte == 0x0A { return byte }
            return isXML && byte <= 0x20 ? 0x20 : nil
        }
        text.replaceSubrange(..<TextStart.leadLength(of: text), with: lead)
    }
}
