/// What a client asks for, all of it read and within the server's limits.
public struct HTTPRequest: Sendable {
    /// Where a request came from.
    public enum Origin: Hashable, Sendable {
        /// The Unix socket: the kernel has checked that the client may open it.
        case local
        /// TCP, from an address such as `127.0.0.1` or `::1`.
        case network(address: String)
    }

    /// What is to be done.
    public var method: HTTPMethod
    /// The path as it was sent, percent signs and all, from the first slash to before the question mark.
    public var path: String
    /// The arguments after the question mark, decoded, in their order; a name may stand twice.
    public var query: [HTTPField]
    /// The headers in their order.
    public var headers: [HTTPField]
    /// The content; empty where there is none.
    public var body: [UInt8]
    /// Where it came from.
    public var origin: Origin

    /// Makes a request.
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

    /// The first header of a name, whatever its case; nil where there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.utf8.elementsEqual(name.utf8) { $0 | 0x20 == $1 | 0x20 } }?.value
    }
}
