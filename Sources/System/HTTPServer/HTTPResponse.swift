/// What a client is answered.
public struct HTTPResponse: Sendable {
    /// What follows the headers.
    public enum Body: Sendable {
        /// These bytes; the server says how many.
        case bytes([UInt8])
        /// What a stream has, as long as it has something.
        case stream(any ByteStream)
    }

    /// How it went.
    public var status: HTTPStatus
    /// The headers, without those that follow from the body's length.
    public var headers: [HTTPField]
    /// The body; a HEAD request is answered without it by the server, and a stream's `close` is called at once then.
    public var body: Body

    /// Makes an answer.
    public init(_ status: HTTPStatus = .ok, headers: [HTTPField] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
