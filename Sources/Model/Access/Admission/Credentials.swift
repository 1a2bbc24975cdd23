/// What of a request says who makes it.
public struct Credentials: Hashable, Sendable {
    /// Where a request comes from.
    public enum Origin: Hashable, Sendable {
        /// The Unix socket, which the kernel opens to its group alone.
        case local
        /// Anywhere else.
        case network
    }

    /// Where it comes from.
    public var origin: Origin
    /// The header `Authorization`; nil where there is none.
    public var authorization: String?
    /// The header `Cookie`; nil where there is none.
    public var cookie: String?

    /// Takes them as they came.
    public init(origin: Origin, authorization: String? = nil, cookie: String? = nil) {
        self.origin = origin
        self.authorization = authorization
        self.cookie = cookie
    }

    /// What follows `Bearer` (RFC 6750, section 2.1), whose case has no meaning; nil for other schemes, such as the
    /// `Basic` of a proxy in between.
    var bearer: Substring? {
        let blank = UInt8(ascii: " ")
        guard let authorization, let space = authorization.utf8.firstIndex(of: blank),
            authorization[..<space].lowercased() == "bearer"
        else { return nil }
        return Substring(authorization.utf8[space...].drop { $0 == blank })
    }
}
