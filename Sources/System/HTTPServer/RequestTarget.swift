/// A parsed request target (RFC 9112, section 3.2).
struct RequestTarget {
    /// The raw path, from the first slash up to the question mark.
    let path: String
    /// The decoded query parameters.
    let query: [HTTPField]
    /// The host of an absolute-form target, as sent by a client that takes this server for a proxy; nil otherwise.
    let authority: String?

    /// Parses a target.
    ///
    /// - Throws: ``HTTPRequestError`` for invalid characters or parameters that cannot be decoded.
    init(_ text: String) throws(HTTPRequestError) {
        // Other characters have to be percent-encoded (RFC 3986, section 2).
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("the path contains characters that must be percent-encoded")
        }
        var rest = text[...]
        authority = try Self.parseAuthority(&rest)
        guard rest.utf8.first == UInt8(ascii: "/") else { throw .malformed("the path does not begin with a slash") }
        guard let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            path = authority == nil ? text : String(rest)
            query = []
            return
        }
        path = String(rest[..<mark])
        query = try QueryDecoder.fields(rest[rest.utf8.index(after: mark)...])
    }

    /// Removes `http://host` and returns the host.
    private static func parseAuthority(_ rest: inout Substring) throws(HTTPRequestError) -> String? {
        guard rest.utf8.first != UInt8(ascii: "/") else { return nil }
        guard rest.prefix(7).lowercased() == "http://" else {
            throw .malformed("the path does not begin with a slash")
        }
        let host = rest.dropFirst(7).prefix { $0 != "/" && $0 != "?" }
        rest = rest[host.endIndex...]
        if rest.isEmpty { rest = "/" }
        return String(host)
    }
}

/// A decoder of query strings in form encoding (WHATWG URL, application/x-www-form-urlencoded).
enum QueryDecoder {
    /// Above what any page sends; each parameter costs memory.
    private static let maxArguments = 64

    /// Returns the parameters of a query.
    ///
    /// - Throws: ``HTTPRequestError`` if a percent sign is not followed by two hexadecimal digits, or the result is not
    ///   UTF-8 or contains NUL.
    static func fields(_ query: Substring) throws(HTTPRequestError) -> [HTTPField] {
        let parts = query.utf8.split(separator: UInt8(ascii: "&"))
        guard parts.count <= maxArguments else { throw .malformed("the query has more than \(maxArguments) arguments") }
        var fields: [HTTPField] = []
        for part in parts {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let name = try decode(part[..<(equals ?? part.endIndex)])
            let value = try equals.map { index throws(HTTPRequestError) in try decode(part[part.index(after: index)...])
            }
            fields.append(HTTPField(name, value ?? ""))
        }
        return fields
    }

    private static func decode(_ encoded: Substring.UTF8View) throws(HTTPRequestError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimal, let low = rest.popFirst()?.hexadecimal else {
                    throw .malformed("the query contains a percent sign without two hexadecimal digits")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("the query does not decode to UTF-8 text")
        }
        return text
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for anything else.
    fileprivate var hexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
