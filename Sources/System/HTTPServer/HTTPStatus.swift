/// How a request went (RFC 9110, section 15): any number of three digits, the ones used by name.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// A status by its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// It is in the body.
    public static let ok = HTTPStatus(rawValue: 200)
    /// It has been made.
    public static let created = HTTPStatus(rawValue: 201)
    /// It is done, and there is nothing to say.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// It is to be read elsewhere.
    public static let seeOther = HTTPStatus(rawValue: 303)
    /// It is what the client has already.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// The request makes no sense.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// Say who you are.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// Not you.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// Nothing is there.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// Not that way; `Allow` says how.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// In no form that the client takes.
    public static let notAcceptable = HTTPStatus(rawValue: 406)
    /// It is there already.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// Nothing is there any more.
    public static let gone = HTTPStatus(rawValue: 410)
    /// The content is too long.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// The content is of a kind that is not read.
    public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// The name the client used for this server is none of its own.
    public static let misdirectedRequest = HTTPStatus(rawValue: 421)
    /// Too much at once.
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// It failed here.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// Not now.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
}
