/// The credentials of a request.
public struct Credentials: Hashable, Sendable {
    /// The origin of a request.
    public enum Origin: Hashable, Sendable {
        /// The Unix socket, which the kernel opens to its group alone.
        case local
        /// Any other listener.
        case network
    }

    /// The origin of the request.
    public var origin: Origin
    /// The `Authorization` header; nil if absent.
    public var authorization: String?
    /// The `Cookie` header; nil if absent.
    public var cookie: String?

    /// Creates credentials from the headers as received.
    public init(origin: Origin, authorization: String? = nil, cookie: String? = nil) {
        self.origin = origin
        self.authorization = authorization
        self.cookie = cookie
    }

    /// The text after `Bearer` (RFC 6750, section 2.1), in any case; nil for other schemes, such as the `Basic` of a
    /// proxy.
    public var bearer: Substring? {
        let blank = UInt8(ascii: " ")
        guard let authorization, let space = authorization.utf8.firstIndex(of: blank),
            authorization[..<space].lowercased() == "bearer"
        else { return nil }
        return Substring(authorization.utf8[space...].drop { $0 == blank })
    }
}
