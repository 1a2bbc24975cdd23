package import HTTPServer

/// The handlers of one path of a server, whose handlers receive a context of the server's own.
package struct ContextRoute<Context: RouteContext>: Sendable {
    /// Returns the response to a request.
    package typealias Handler = @Sendable (Context) throws -> HTTPResponse

    /// The path with variable segments in braces, such as `/v1/shares/{id}`.
    package let path: String
    /// The audience of reading methods.
    package let audience: Context.Audience
    /// The audience of changing methods.
    private let changers: Context.Audience
    /// True if the handlers check the query parameters; requests for other routes must have none.
    let readsQuery: Bool
    /// The handlers by method; `HEAD` runs `GET`.
    package let handlers: [HTTPMethod: Handler]

    private let segments: [String]

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - path: the path with variable segments in braces.
    ///   - audience: the audience of reading methods.
    ///   - changers: the audience of changing methods; nil for the same.
    ///   - readsQuery: true if the handlers check the query parameters; false if there must be none.
    ///   - endpoints: the handlers by method.
    package init(
        _ path: String, for audience: Context.Audience, changedBy changers: Context.Audience? = nil,
        readsQuery: Bool = false, _ endpoints: [HTTPMethod: Handler]
    ) {
        self.path = path
        self.audience = audience
        self.changers = changers ?? audience
        self.readsQuery = readsQuery
        self.handlers = endpoints
        segments = PathSegments.parse(path) ?? []
    }

    /// Returns the audience of a method.
    package func audience(of method: HTTPMethod) -> Context.Audience { method.isChange ? changers : audience }

    /// Returns the values of the variable segments; nil for another path.
    package func match(_ asked: [String]) -> [String]? {
        guard asked.count == segments.count else { return nil }
        var values: [String] = []
        for (pattern, segment) in zip(segments, asked) {
            if pattern.hasPrefix("{") {
                values.append(segment)
            } else if pattern != segment {
                return nil
            }
        }
        return values
    }

    /// The methods for `Allow`, in a fixed order.
    package var methods: [HTTPMethod] {
        let all = Set(handlers.keys).union(handlers[.get] == nil ? [] : [.head]).union([.options])
        return all.sorted { $0.rawValue < $1.rawValue }
    }
}

extension HTTPMethod {
    /// True for methods that change something.
    package var isChange: Bool { ![HTTPMethod.get, .head, .options].contains(self) }
}
