import Access
import FleetPages
import HTTPServer
import JSON
import Pages
import Web

/// The pages: all devices, one device, and the page for visitors without a session.
struct PageRoutes {
    let configuration: ServerConfiguration
    let devicePage: [UInt8]

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        devicePage = (try? FleetPages.devicePage(configuration.assets)) ?? []
    }

    var all: [Route] {
        [
            Route("/", for: .viewers, [.get: fleet]),
            Route("/devices/{name}/", for: .viewers, [.get: device]),
            Route("/v1/map", for: .viewers, [.get: description]),
        ]
    }

    private func fleet(_ context: RequestContext) throws -> HTTPResponse { try page(FleetPages.fleet) }

    /// The page is the same for every name, so it does not reveal which devices exist.
    private func device(_ context: RequestContext) throws -> HTTPResponse { .page(devicePage) }

    private func description(_ context: RequestContext) throws -> HTTPResponse {
        description { if context.hasSession { $0.boolean("session", true) } }
    }

    /// The page of one device as the only one, for its share.
    static let sharedDevice = "live.html"

    /// Returns a page of the library.
    func page(_ name: String) throws -> HTTPResponse {
        guard let asset = try configuration.assets.asset(named: name) else {
            throw Problem(.serviceUnavailable, code: "no-page", detail: "the page \(name) is missing")
        }
        return .page(asset.bytes)
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
            more(&json)
        }
    }
}

extension ProblemPages {
    static func fleet(_ assets: AssetLibrary) -> ProblemPages {
        ProblemPages(assets: assets, signIn: FleetPages.signIn) { request in
            request.path == "/" || request.path.hasPrefix("/devices/")
        } explain: { problem, _ in
            explanation(of: problem)
        }
    }

    private static func explanation(of problem: Problem) -> Explanation? {
        switch problem.code {
        case "used":
            (
                "This link does not work any more.",
                "<p>It was used already, or has expired. Ask whoever administers the fleet for another one.</p>"
            )
        case "expired":
            ("This link has expired.", "<p>Ask whoever sent it for a new one.</p>")
        case "unknown-host":
            (
                "This server does not know this name.",
                "<p>Whoever administers the fleet adds it to <code>names</code> in its configuration.</p>"
            )
        case "not-found": ("There is no page at this address.", "")
        case "database-away": ("The fleet is unavailable.", "<p>Load this page again in a few seconds.</p>")
        default: nil
        }
    }
}
