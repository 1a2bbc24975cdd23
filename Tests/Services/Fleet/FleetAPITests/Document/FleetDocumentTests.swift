import HTTPServer
import Testing
import Web

@testable import FleetAPI

@Suite(.enabled(if: TestFleet.isPossible)) struct FleetDocumentTests {
    @Test("docs/fleet-openapi.yaml describes all routes and no others")
    func agreement() throws {
        let fleet = try TestFleet()
        let (device, team) = (try fleet.share(of: fleet.links.device), try fleet.share(of: fleet.links.team))
        let shares = fleet.api.shares
        let shared = [device, team].flatMap { shares.routes(of: $0.share, $0.hash) } + shares.common.routes
        // Without the trailing slash it redirects.
        let served = Set(
            fleet.api.router.routes.flatMap { Self.lines($0, "") } + shared.flatMap { Self.lines($0, "/s/{secret}") }
                + ["GET /s/{secret}"])
        let documented = Set(try FleetDocument().operations.map(\.line))
        #expect(served.subtracting(documented).sorted() == [], "these are not described")
        #expect(documented.subtracting(served).sorted() == [], "these there are not")
    }

    @Test("every operation of docs/fleet-openapi.yaml has an identifier of its own")
    func identifiers() throws {
        let names = try FleetDocument().operations.map(\.identifier)
        #expect(!names.contains("") && Set(names).count == names.count)
    }

    @Test("docs/fleet-openapi.yaml lists all types of events")
    func events() throws {
        #expect(EventType.allCases.map(\.rawValue).joined(separator: ", ") == (try FleetDocument().events))
    }

    private static func lines(_ route: Route, _ prefix: String) -> [String] {
        route.handlers.keys.map { "\($0.rawValue) \(prefix)\(route.path)" }
    }
}
