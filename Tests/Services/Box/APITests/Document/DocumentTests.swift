import Access
import Basics
import HTTPServer
import Testing
import Web

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

    @Test("every operation identifier and every tag of docs/openapi.yaml is unique")
    func uniqueNames() throws {
        let names = try DocumentedNames()
        #expect(names.operations.count == (try DocumentedRoutes().routes.count))
        #expect(DocumentedNames.duplicates(names.operations) == [])
        #expect(names.tags.contains("places") && DocumentedNames.duplicates(names.tags) == [])
    }

    @Test("duplicate names are found")
    func duplicateNames() {
        #expect(DocumentedNames.duplicates(["a", "b", "c", "b", "a"]) == ["a", "b"])
    }

    @Test("docs/openapi.yaml lists all types of server-sent events and no others")
    func events() throws {
        #expect(try DocumentedNames().events == EventType.allCases.map(\.rawValue))
    }

    @Test(
        "the documented pattern of a share's duration matches exactly the durations that are accepted",
        arguments: [
            "2h", "7d", "100h", "90s", "90", "1.5h", "60.s", "60000ms", "010m", "", "h", ".5h", "1.2.3h", "2 h", "2H",
            "2w", "1y", "1h30min", "2 weeks 3 d", "2 h ", " 2h", "2h3", "2 fortnights",
            "-2h", "2hm", "1e3s", "٣h",
        ])
    func shareDuration(text: String) throws {
        let pattern = try Regex(DocumentedNames().shareDuration)
        #expect((text.firstMatch(of: pattern) != nil) == (Duration(setting: text) != nil))
    }

    private static func lines(_ route: Route, _ prefix: String) -> [String] {
        route.handlers.keys.map { "\($0.rawValue) \(prefix)\(route.path)" }
    }
}
