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
                result += try escape(at: &index)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Returns the UTF-8 of an escape, from the byte behind the backslash on; half a pair of `\u` escapes is an error.
    private func escape(at index: inout Int) throws -> [UInt8] {
        guard index < range.upperBound else { throw DecodingError.notJSON }
        let letter = bytes[index]
        index += 1
        guard letter == UInt8(ascii: "u") else {
            guard let character = JSONEscape.character(letter) else { throw DecodingError.notJSON }
            return [character]
        }
        var units = [try hexadecimal(at: &index)]
        if UTF16.isLeadSurrogate(units[0]), bytes[index..<range.upperBound].starts(with: Array("\\u".utf8)) {
            index += 2
            units.append(try hexadecimal(at: &index))
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw DecodingError.notJSON }
        return Array(text.utf8)
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
