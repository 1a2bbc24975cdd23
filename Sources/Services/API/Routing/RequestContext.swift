import Access
import Basics
import HTTPServer
import JSON
import Location

/// A request on its way to the endpoint that answers it.
struct RequestContext {
    /// The request.
    let request: HTTPRequest
    /// The variable segments of the path.
    let segments: [String]
    /// What was decided about the client; nil where a secret in the path let it in.
    let admission: Admission?
    /// When it came.
    let moment: Moment

    /// The arguments, known ones only.
    ///
    /// - Throws: ``Problem``.
    func queryParameters(_ known: String...) throws(Problem) -> QueryParameters {
        try queryParameters(known)
    }

    /// The arguments, known ones only.
    ///
    /// - Throws: ``Problem``.
    func queryParameters(_ known: [String]) throws(Problem) -> QueryParameters {
        try QueryParameters(request.query, known: known)
    }
}

extension RequestContext {
    /// The one of several media types that the client takes.
    ///
    /// - Throws: ``Problem`` where it takes none.
    func mediaType(among offers: [String]) throws(Problem) -> String {
        guard let type = AcceptedTypes(request.header("Accept")).best(of: offers) else {
            throw Problem(.notAcceptable, code: "not-acceptable", detail: "possible are: \(offers.joined(separator: ", "))")
        }
        return type
    }
}

extension RequestContext {
    /// The body as a value.
    ///
    /// - Throws: ``Problem`` where it is no JSON of that shape.
    func decodeBody<Value: Decodable>(as type: Value.Type, example: String) throws(Problem) -> Value {
        let media = request.header("Content-Type")?.split(separator: ";").first?.trimmingSpaces.lowercased()
        guard media == "application/json" else {
            throw Problem(.unsupportedMediaType, code: "unsupported-media-type", detail: "send application/json, such as \(example)")
        }
        do {
            return try SafeJSON.decode(type, from: request.body)
        } catch {
            throw .badRequest("the content is not what is wanted here, which is JSON such as \(example)")
        }
    }
}
