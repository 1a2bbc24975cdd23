import Access
import HTTPServer
import Testing

@testable import API

@Suite struct DocumentTests {
    @Test("docs/openapi.yaml describes all routes and no others")
    func agreement() throws {
        let server = try TestServer()
        let (share, _) = try server.controller.addShare(ShareOptions())
        let shares = server.api.shares
        let shared = (shares.routes(of: share) + shares.common.routes).flatMap { Self.lines($0, "/share/{secret}") }
        // Without the trailing slash it redirects.
        let served = server.api.router.routes.flatMap { Self.lines($0, "") } + shared + ["GET /share/{secret}"]
        let documented = try DocumentedRoutes().routes
        #expect(Set(served).subtracting(documented).sorted() == [], "these are not described")
        #expect(documented.subtracting(served).sorted() == [], "these there are not")
    }

    private static func lines(_ route: Route, _ prefix: String) -> [String] {
        route.handlers.keys.map { "\($0.rawValue) \(prefix)\(route.path)" }
    }
}
