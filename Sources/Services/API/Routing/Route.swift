import HTTPServer

/// The handlers of one path.
struct Route: Sendable {
    /// Returns the response to a request.
    typealias Handler = @Sendable (RequestContext) throws -> HTTPResponse

    /// The path with variable segments in braces, such as `/v1/shares/{id}`.
    let path: String
    /// The audience of reading methods.
    let audience: Audience
    /// The audience of changing methods.
    private let changers: Audience
    /// The handlers by method; `HEAD` runs `GET`.
    let handlers: [HTTPMethod: Handler]

    private let segments: [String]

    init(
        _ path: String, for audience: Audience, changedBy changers: Audience? = nil,
        _ endpoints: [HTTPMethod: Handler]
    ) {
        self.path = path
        self.audience = audience
        self.changers = changers ?? audience
        self.handlers = endpoints
        segments = PathSegments.parse(path) ?? []
    }

    /// Returns the audience of a method.
    func audience(of method: HTTPMethod) -> Audience { method.isChange ? changers : audience }

    /// Returns the values of the variable segments; nil for another path.
    func match(_ asked: [String]) -> [String]? {
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
    var methods: [HTTPMethod] {
        let all = Set(handlers.keys).union(handlers[.get] == nil ? [] : [.head]).union([.options])
        return all.sorted { $0.rawValue < $1.rawValue }
    }
}

/// The clients that a route is for.
enum Audience: Hashable, Sendable {
    /// Everybody: the response contains nothing private.
    case anyone
    /// The owner, and programs with a token of scope `read`.
    case readers
    /// The owner, and programs with a token of scope `metrics` or `read`.
    case monitors
    /// The owner: a signed-in browser or the Unix socket.
    case owner
    /// Clients of the Unix socket.
    case local
}
