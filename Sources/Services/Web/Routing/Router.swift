package import HTTPServer

/// Finds the route of a request.
package struct ContextRouter<Context: RouteContext>: Sendable {
    package typealias Route = ContextRoute<Context>

    /// All routes.
    package let routes: [Route]
    private let fixed: [String: Route]
    private let variable: [Route]

    package init(_ routes: [Route]) {
        self.routes = routes
        fixed = Dictionary(
            routes.filter { !$0.path.contains("{") }.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        variable = routes.filter { $0.path.contains("{") }
    }

    /// Returns the route of a raw path and the values of its variable segments.
    ///
    /// - Parameters:
    ///   - path: the raw path.
    ///   - next: a router to search next; nil for none.
    /// - Returns: the route and the values.
    /// - Throws: ``Problem`` for an unknown or invalid path.
    package func find(
        _ path: String, fallback next: ContextRouter? = nil
    ) throws(Problem) -> (route: Route, segments: [String]) {
        if let route = fixed[path] { return (route, []) }
        guard let segments = PathSegments.parse(path) else {
            throw .badRequest("\(path.prefix(80).debugDescription) is not a path of this server")
        }
        for route in variable {
            if let values = route.match(segments) { return (route, values) }
        }
        if let next { return try next.find(path) }
        throw .notFound("nothing found at \(path.prefix(80).debugDescription)")
    }

    /// Runs a route for a request.
    ///
    /// - Throws: ``Problem`` for an unsupported method or query parameter, or the error of the handler.
    package static func run(_ route: Route, _ context: Context) throws -> HTTPResponse {
        let method = context.request.method
        if let endpoint = route.handlers[method == .head ? .get : method] {
            if !route.readsQuery { _ = try context.queryParameters() }
            return try endpoint(context)
        }
        guard method == .options else { throw Problem.methodNotAllowed(method, allowed: route.methods) }
        let allow = route.methods.map(\.rawValue).joined(separator: ", ")
        return HTTPResponse(.noContent, headers: [HTTPField("Allow", allow)])
    }
}
