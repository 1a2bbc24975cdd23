/// A response to a client.
public struct HTTPResponse: Sendable {
    /// The content of a response.
    public enum Body: Sendable {
        /// Bytes of a known length.
        case bytes([UInt8])
        /// The bytes of a stream, until it ends.
        case stream(any ByteStream)
    }

    /// The status.
    public var status: HTTPStatus
    /// The headers, without those that follow from the body's length.
    public var headers: [HTTPField]
    /// The content; for a HEAD request the server omits it and closes a stream at once.
    public var body: Body

    /// Creates a response.
    public init(_ status: HTTPStatus = .ok, headers: [HTTPField] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
