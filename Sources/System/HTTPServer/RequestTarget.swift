
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
