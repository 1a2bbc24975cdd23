import Access
import Basics
import HTTPServer
import JSON
import Location

/// A request with its routing and authorization.
struct RequestContext {
    /// The request.
    let request: HTTPRequest
    /// The values of the variable path segments.
    let segments: [String]
    /// The admission; nil for a public route or a secret in the path.
    let admission: Admission?
    /// The time of the request.
    let moment: Moment

    /// Returns the query parameters, which must be known.
    ///
    /// - Throws: ``Problem``.
    func queryParameters(_ known: String...) throws(Problem) -> QueryParameters {
        try queryParameters(known)
    }

    /// Returns the query parameters, which must be known.
    ///
    /// - Throws: ``Problem``.
    func queryParameters(_ known: [String]) throws(Problem) -> QueryParameters {
        try QueryParameters(request.query, known: known)
    }
}

extension RequestContext {
    /// Returns the best of several media types for the client.
    ///
    /// - Throws: ``Problem`` if it accepts none.
    func mediaType(among offers: [String]) throws(Problem) -> String {
        guard let type = AcceptedTypes(request.header("Accept")).best(of: offers) else {
            throw Problem(
                .notAcceptable, code: "not-acceptable",
                detail: "no acceptable type; available: \(offers.joined(separator: ", "))")
        }
        return type
    }
}

extension RequestContext {
    /// Decodes the JSON body.
    ///
    /// - Throws: ``Problem`` for a body of another type or shape.
    func decodeBody<Value: Decodable>(as type: Value.Type, example: String) throws(Problem) -> Value {
        let media = request.header("Content-Type")?.split(separator: ";").first?.trimmingSpaces.lowercased()
        guard media == "application/json" else {
            throw Problem(
                .unsupportedMediaType, code: "unsupported-media-type",
                detail: "send application/json, such as \(example)")
        }
        do {
            return try SafeJSON.decode(type, from: request.body)
        } catch {
            throw .badRequest("invalid content; expected JSON such as \(example)")
        }
    }
}
