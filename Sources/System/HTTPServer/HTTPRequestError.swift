
/// A request that the server itself rejects as malformed or too large.
struct HTTPRequestError: Error, Hashable {
    let status: HTTPStatus
    /// The reason, one line.
    let detail: String

    static func malformed(_ detail: String) -> HTTPRequestError { HTTPRequestError(status: .badRequest, detail: detail) }
    static let tooLong = HTTPRequestError(status: .contentTooLarge, detail: "the content exceeds the server's limit")
    static let failure = HTTPRequestError(status: .internalServerError, detail: "the response could not be sent")
}
