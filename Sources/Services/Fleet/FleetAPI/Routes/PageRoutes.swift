import FleetPages
import HTTPServer
import JSON
import Languages
import Pages
import Queries
import Web

/// The pages: all devices, one device, and the page for visitors without a session.
struct PageRoutes {
    let configuration: ServerConfiguration
    let land: LandOutlines
    let gazetteer: GazetteerAccess

    init(_ configuration: ServerConfiguration, log: RequestLog, _ write: (String) -> Void) {
        self.configuration = configuration
        land = LandOutlines(files: configuration.landFiles, log: write)
        gazetteer = GazetteerAccess(
            path: configuration.gazetteerFile, defaultRadius: NearestTowns.maxDistance,
            command: "systemctl start whereismy-fleet-gazetteer", log: log)
    }

    var all: [Route] {
        [
            Route("/", for: .viewers, [.get: fleet]),
            Route("/devices/{name}/", for: .viewers, [.get: device]),
            Route("/v1/map", for: .viewers, [.get: description]),
        ]
    }

    private func fleet(_ context: RequestContext) throws -> HTTPResponse {
        try page(FleetPages.fleet, for: context.request)
    }

    /// The page is the same for every name, so it does not reveal which devices exist.
    private func device(_ context: RequestContext) throws -> HTTPResponse {
        .page(try FleetPages.devicePage(configuration.assets, in: context.request.language))
    }

    private func description(_ context: RequestContext) throws -> HTTPResponse {
        description { if context.hasSession { $0.boolean("session", true) } }
    }

    /// The page of one device as the only one, for its share.
    static let sharedDevice = "live.html"

    /// Returns a page of the library in the language of the client.
    func page(_ name: String, for request: HTTPRequest) throws -> HTTPResponse {
        guard let bytes = try configuration.assets.page(name, for: request) else {
            throw Problem(.serviceUnavailable, code: "no-page", detail: "the page \(name) is missing")
        }
        return .page(bytes)
    }

    /// Returns the description of the map for a page, with more members.
    func description(_ more: (inout JSONWriter) -> Void) -> HTTPResponse {
        .json { json in
            json.string("tiles", configuration.tiles)
            json.string("attribution", configuration.attribution)
            json.string("attributionLink", configuration.attributionLink)
            json.string("appearance", configuration.hasDarkTiles ? "dark" : "light")
            json.integer("minZoom", 0)
            json.integer("maxZoom", 19)
            land.describe(&json)
            // Without a gazetteer, a page does not ask for towns again and again.
            json.boolean("towns", gazetteer.exists)
            more(&json)
        }
    }
}

extension ProblemPages {
    static func fleet(_ assets: AssetLibrary) -> ProblemPages {
        ProblemPages(assets: assets, signIn: FleetPages.signIn) { request in
            request.path == "/" || request.path.hasPrefix("/devices/")
        } explain: { problem, _, table in
            explanation(of: problem, table)
        }
    }

    private static func explanation(of problem: Problem, _ table: LanguageTable) -> Explanation? {
        switch problem.code {
        case "used": (table.text("problems.used"), table.paragraph("problems.used-in-fleet"))
        case "expired": (table.text("problems.expired"), table.paragraph("problems.ask-sender"))
        case "unknown-host":
            (table.text("problems.unknown-host-in-fleet"), table.paragraph("problems.unknown-host-in-fleet-advice"))
        case "not-found": (table.text("problems.not-found"), "")
        case "database-away": (table.text("problems.unavailable"), table.paragraph("problems.load-again"))
        default: nil
        }
    }
}
