/// A header field.
public struct HTTPField: Hashable, Sendable {
    /// The name, case-insensitive.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPField {
    /// True if the name is a token and the value has no byte that could end the line (RFC 9110, sections 5.1 and 5.5).
    var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte) && value.utf8.allSatisfy(\.isFieldByte)
    }

    /// Returns true if the header has this name, given in lower case.
    func isNamed(_ lowercase: String) -> Bool {
        // Setting bit 5 makes letters lower case, and maps no other token byte to a letter.
        name.utf8.count == lowercase.utf8.count && name.utf8.elementsEqual(lowercase.utf8) { $0 | 0x20 == $1 | 0x20 }
    }
}

extension HTTPMethod {
    /// True if the method is a token (RFC 9110, section 9.1).
    var isWellFormed: Bool { !rawValue.isEmpty && rawValue.utf8.allSatisfy(\.isTokenByte) }
}

extension UInt8 {
    /// The token bytes from 0x00 to 0x3F and from 0x40 to 0x7F as bits, since each byte of each header is checked.
    private static let tokens: (low: UInt64, high: UInt64) = {
        var tokens: (low: UInt64, high: UInt64) = (0, 0)
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for byte in (letters + letters.uppercased() + "0123456789!#$%&'*+-.^_`|~").utf8 {
            if byte < 0x40 { tokens.low |= 1 << UInt64(byte) } else { tokens.high |= 1 << UInt64(byte - 0x40) }
        }
        return tokens
    }()

    fileprivate var isTokenByte: Bool {
        guard self < 0x80 else { return false }
        let tokens = self < 0x40 ? Self.tokens.low : Self.tokens.high
        return tokens >> UInt64(self & 0x3F) & 1 == 1
    }

    fileprivate var isFieldByte: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}
