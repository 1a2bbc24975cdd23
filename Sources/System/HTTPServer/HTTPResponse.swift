/// A response to a client.
public struct HTTPResponse: Sendable {
    /// The content of a response.
    public enum Body: Sendable {
        /// Bytes of a known length.
        case bytes([UInt8])
        /// The bytes of a stream, until it ends.
        case stream(any ByteStream)
        /// Another response, which another thread sends later: its status and headers count, and not those beside this.
        case deferred(DeferredResponse)
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

/// The status of a response (RFC 9110, section 15): any number of three digits, with constants for the ones in use.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Creates a status from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Success; the result is in the body.
    public static let ok = HTTPStatus(rawValue: 200)
    /// The resource was created.
    public static let created = HTTPStatus(rawValue: 201)
    /// Success without content.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// The result is at another address.
    public static let seeOther = HTTPStatus(rawValue: 303)
    /// The client's copy is current.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// The request is malformed.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// The client has to authenticate.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// The client lacks the permission.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// There is no such resource.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// The method is not supported; `Allow` lists those that are.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// No available format is acceptable to the client.
    public static let notAcceptable = HTTPStatus(rawValue: 406)
    /// The resource exists already.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// The resource was removed permanently.
    public static let gone = HTTPStatus(rawValue: 410)
    /// The content is too long.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// The format of the content is not supported.
    public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// The requested host is none of this server's names.
    public static let misdirectedRequest = HTTPStatus(rawValue: 421)
    /// The client exceeds a rate limit.
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// The server failed.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// The server is temporarily unable to respond.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
}
