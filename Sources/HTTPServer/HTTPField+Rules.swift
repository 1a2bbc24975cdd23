extension HTTPField {
    /// Whether the name is a token and the value has no byte that could end the line (RFC 9110, sections 5.1 and 5.5).
    var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte) && value.utf8.allSatisfy(\.isFieldByte)
    }

    /// Whether it has this name, which is given in lower case.
    func isNamed(_ lowercase: String) -> Bool {
        // Setting bit 5 makes letters lower case; it makes no token's other byte a letter.
        name.utf8.count == lowercase.utf8.count && name.utf8.elementsEqual(lowercase.utf8) { $0 | 0x20 == $1 | 0x20 }
    }
}

extension HTTPMethod {
    /// Whether it is a token (RFC 9110, section 9.1).
    var isWellFormed: Bool { !rawValue.isEmpty && rawValue.utf8.allSatisfy(\.isTokenByte) }
}

extension UInt8 {
    fileprivate var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }

    fileprivate var isFieldByte: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}
