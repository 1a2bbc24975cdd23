
/// A request that is answered by the server itself, since it cannot be understood or is too much.
struct Refusal: Error, Hashable {
    let status: HTTPStatus
    /// Why, in one line.
    let detail: String

    static func malformed(_ detail: String) -> Refusal { Refusal(status: .badRequest, detail: detail) }
    static let tooLong = Refusal(status: .contentTooLarge, detail: "the content is longer than this server takes")
    static let failure = Refusal(status: .internalServerError, detail: "the answer could not be sent")
}
