/// A complete request within the server's limits.
public struct HTTPRequest: Sendable {
    /// The origin of a request.
    public enum Origin: Hashable, Sendable {
        /// The Unix socket: the kernel has checked that the client may open it.
        case local
        /// TCP, from an address such as `127.0.0.1` or `::1`.
        case network(address: String)
    }

    /// The method.
    public var method: HTTPMethod
    /// The raw path, still percent-encoded, from the first slash up to the question mark.
    public var path: String
    /// The decoded query parameters in order; a name may occur twice.
    public var query: [HTTPField]
    /// The headers in order.
    public var headers: [HTTPField]
    /// The content; empty if there is none.
    public var body: [UInt8]
    /// The origin.
    public var origin: Origin

    /// Creates a request.
    public init(
        method: HTTPMethod = .get, path: String, query: [HTTPField] = [], headers: [HTTPField] = [],
        body: [UInt8] = [], origin: Origin = .local
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.origin = origin
    }

    /// Returns the first header of a name, case-insensitive; nil if there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}

/// The method of a request (RFC 9110, section 9): any token, with constants for the known ones.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The token as received, such as `GET`.
    public let rawValue: String

    /// Creates a method from its token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Retrieves a resource.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Retrieves the headers only.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Submits content, for example to create a resource.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Removes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Lists the allowed methods.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}
