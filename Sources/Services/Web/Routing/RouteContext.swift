package import HTTPServer
import JSON

/// A request with its routing, as the handlers of a server receive it.
package protocol RouteContext: SendableMetatype {
    /// The clients that a route can be for.
    associatedtype Audience: RouteAudience

    var request: HTTPRequest { get }
    /// The values of the variable path segments.
    var segments: [String] { get }
    /// True if the browser uses HTTPS, so that cookies are secure.
    var isSecure: Bool { get }
    /// Whoever reads long responses, for their limit; nil for an owner without one.
    var slotOwner: String? { get }
}

/// The clients that a route is for.
package protocol RouteAudience: Hashable, Sendable {
    /// Everybody: the response contains nothing private.
    static var anyone: Self { get }
}

extension RouteContext {
    /// Returns the query parameters, which must be known.
    package func queryParameters(_ known: String...) throws(Problem) -> QueryParameters { try queryParameters(known) }

    /// Returns the query parameters, which must be known.
    package func queryParameters(_ known: [String]) throws(Problem) -> QueryParameters {
        try QueryParameters(request.query, known: known)
    }
}

extension RouteContext {
    /// Returns the best of several media types for the client.
    ///
    /// - Throws: ``Problem`` if it accepts none.
    package func mediaType(among offers: [String]) throws(Problem) -> String {
        guard let type = AcceptedTypes(request.header("Accept")).best(of: offers) else {
            throw Problem(
                .notAcceptable, code: "not-acceptable",
                detail: "no acceptable type; available: \(offers.joined(separator: ", "))")
        }
        return type
    }
}

extension RouteContext {
    /// Decodes the JSON body.
    ///
    /// - Throws: ``Problem`` for a body of another type or shape.
    package func decodeBody<Value: Decodable>(as type: Value.Type, example: String) throws(Problem) -> Value {
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
