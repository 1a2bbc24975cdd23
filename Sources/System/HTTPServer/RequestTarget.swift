
/// What stands between method and version in a request (RFC 9112, section 3.2), taken apart.
struct RequestTarget {
    /// From the first slash to before the question mark, as it was sent.
    let path: String
    /// The arguments, decoded.
    let query: [HTTPField]
    /// The host where the target names one (absolute-form), as a client does that takes this server for a proxy.
    let authority: String?

    /// - Throws: ``HTTPRequestError`` where it has characters no target has, or arguments that cannot be decoded.
    init(_ text: String) throws(HTTPRequestError) {
        // Anything else would have to be encoded (RFC 3986, section 2).
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("the path has characters that must be percent-encoded")
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

    /// Cuts `http://host` off.
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
