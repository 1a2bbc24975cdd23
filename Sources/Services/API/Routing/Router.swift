import HTTPServer

/// Finds the endpoint for a request.
struct Router: Sendable {
    /// All that can be asked for.
    let routes: [Route]
    private let fixed: [String: Route]
    private let variable: [Route]

    init(_ routes: [Route]) {
        self.routes = routes
        fixed = Dictionary(
            routes.filter { !$0.path.contains("{") }.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        variable = routes.filter { $0.path.contains("{") }
    }

    /// The route of a path as it was sent, and the values of its variable segments.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - next: where to look else; nil for nowhere.
    /// - Returns: both.
    /// - Throws: ``Problem`` where there is none, or it is no path at all.
    func find(_ path: String, fallback next: Router? = nil) throws(Problem) -> (route: Route, segments: [String]) {
        if let route = fixed[path] { return (route, []) }
        guard let segments = PathSegments.parse(path) else {
            throw .badRequest("\(path.prefix(80).debugDescription) is no path of this server")
        }
        for route in variable {
            if let values = route.match(segments) { return (route, values) }
        }
        if let next { return try next.find(path) }
        throw .notFound("nothing is at \(path.prefix(80).debugDescription)")
    }

    /// What a route does with a request.
    ///
    /// - Throws: ``Problem`` for a method that it does not know, or what the endpoint throws.
    static func run(_ route: Route, _ call: RequestContext) throws -> HTTPResponse {
        let method = call.request.method
        if let endpoint = route.handlers[method == .head ? .get : method] { return try endpoint(call) }
        guard method == .options else { throw Problem.methodNotAllowed(method, allowed: route.methods) }
        let allow = route.methods.map(\.rawValue).joined(separator: ", ")
        return HTTPResponse(.noContent, headers: [HTTPField("Allow", allow)])
    }
}
