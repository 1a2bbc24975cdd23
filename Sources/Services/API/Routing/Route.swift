import HTTPServer

/// What can be asked for under one path.
struct Route: Sendable {
    /// Makes the answer to a request.
    typealias Handler = @Sendable (RequestContext) throws -> HTTPResponse

    /// The path, its variable segments in braces, such as `/v1/shares/{id}`.
    let path: String
    /// Who may ask.
    let audience: Audience
    /// Who may change what is there.
    private let changers: Audience
    /// What can be done, by method; `HEAD` is answered as `GET`.
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

    /// Who may do what a method asks for.
    func audience(of method: HTTPMethod) -> Audience { method.isChange ? changers : audience }

    /// The values of the variable segments; nil where the path is another.
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

    /// The methods to name in `Allow`, in a fixed order.
    var methods: [HTTPMethod] {
        let all = Set(handlers.keys).union(handlers[.get] == nil ? [] : [.head]).union([.options])
        return all.sorted { $0.rawValue < $1.rawValue }
    }
}

/// Who an answer is for.
enum Audience: Hashable, Sendable {
    /// Whoever asks: there is nothing in it about this machine's place.
    case anyone
    /// The owner, and programs with a token to read.
    case readers
    /// The owner, and programs with a token for metrics or to read.
    case monitors
    /// The owner: a signed-in browser or the machine's own.
    case owner
    /// The machine's own, who come by the Unix socket.
    case local
}
