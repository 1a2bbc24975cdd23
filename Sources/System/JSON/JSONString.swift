/// The strings of a JSON text (RFC 8259, section 7).
struct JSONString {
    private let bytes: [UInt8]
    private let range: Range<Int>

    /// Returns the string in a range of a text, with its escapes resolved.
    ///
    /// - Throws: `DecodingError` for an invalid escape, an unescaped control character or invalid UTF-8.
    static func read(_ range: Range<Int>, of bytes: [UInt8]) throws -> String {
        let text = bytes[range]
        let isPlain = !text.contains { $0 < 0x20 || $0 == UInt8(ascii: "\\") }
        let string =
            if isPlain {
                String(validating: text, as: UTF8.self)
            } else {
                String(validating: try JSONString(bytes: bytes, range: range).resolved(), as: UTF8.self)
            }
        guard let string else { throw DecodingError.notJSON }
        return string
    }

    private func resolved() throws -> [UInt8] {
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x20 else { throw DecodingError.notJSON }
            if byte == UInt8(ascii: "\\") {
                result.append(contentsOf: String(Character(try escape(at: &index))).utf8)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Returns the character of an escape, from the byte behind the backslash on.
    private func escape(at index: inout Int) throws -> Unicode.Scalar {
        guard index < range.upperBound else { throw DecodingError.notJSON }
        let letter = bytes[index]
        index += 1
        if letter == UInt8(ascii: "u") { return try scalar(at: &index) }
        guard let character = JSONEscape.character(letter) else { throw DecodingError.notJSON }
        return Unicode.Scalar(character)
    }

    /// Returns the character of the digits of a `\u` escape, or of a pair of them; half a pair is an error.
    private func scalar(at index: inout Int) throws -> Unicode.Scalar {
        let unit = try hexadecimal(at: &index)
        guard UTF16.isLeadSurrogate(unit) else {
            guard let scalar = Unicode.Scalar(unit) else { throw DecodingError.notJSON }
            return scalar
        }
        guard bytes[index..<range.upperBound].starts(with: Array("\\u".utf8)) else { throw DecodingError.notJSON }
        index += 2
        let trail = try hexadecimal(at: &index)
        guard UTF16.isTrailSurrogate(trail) else { throw DecodingError.notJSON }
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { throw DecodingError.notJSON }
        return scalar
    }

    private func hexadecimal(at index: inout Int) throws -> UInt16 {
        guard index + 4 <= range.upperBound else { throw DecodingError.notJSON }
        var unit: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw DecodingError.notJSON
            }
            unit = unit << 4 | UInt16(digit)
        }
        index += 4
        return unit
    }
}
