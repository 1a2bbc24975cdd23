
/// A request that is answered by the server itself, since it cannot be understood or is too much.
struct HTTPRequestError: Error, Hashable {
    let status: HTTPStatus
    /// Why, in one line.
    let detail: String

    static func malformed(_ detail: String) -> HTTPRequestError { HTTPRequestError(status: .badRequest, detail: detail) }
    static let tooLong = HTTPRequestError(status: .contentTooLarge, detail: "the content is longer than this server takes")
    static let failure = HTTPRequestError(status: .internalServerError, detail: "the answer could not be sent")
}
