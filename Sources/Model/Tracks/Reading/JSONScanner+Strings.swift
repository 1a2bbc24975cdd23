extension JSONScanner {
    /// Takes a byte inside a string.
    mutating func takeString<Content: JSONContent>(_ byte: UInt8, _ content: inout Content) {
        switch byte {
        case UInt8(ascii: "\\"): part = .escape
        case UInt8(ascii: "\""):
            part = .none
            let isKey = expected == .key || expected == .keyOrEnd
            let said = text
            content.take(isKey ? .key : .string, said.span, line: line)
            if isKey { expected = .colon } else { endValue() }
        default: keep(byte)
        }
    }

    private mutating func keep(_ byte: UInt8) {
        if text.count < Self.longestString { text.append(byte) }
    }

    /// Takes the byte behind a backslash.
    mutating func takeEscape(_ byte: UInt8) throws(TrackFault) {
        guard byte != UInt8(ascii: "u") else {
            part = .unicode
            return
        }
        guard let character = JSONEscape.character(byte) else { throw fault("not JSON: an unknown escape in a string") }
        part = .string
        keep(character)
    }

    /// Takes a digit of a character given by its number.
    mutating func takeUnicode(_ byte: UInt8) throws(TrackFault) {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
            throw fault("not JSON: an unknown escape in a string")
        }
        guard let scalar = escape.take(UInt16(digit)) else {
            if escape.isBetweenUnits { part = .string }
            return
        }
        part = .string
        for byte in String(Character(scalar)).utf8 { keep(byte) }
    }
}
