import Access
import FleetPages
import HTTPServer
import JSON
import Pages
import Web

/// The pages: all devices, one device, and the page for visitors without a session.
struct FleetPageRoutes {
    let configuration: FleetServerConfiguration
    /// The page of one device.
    let devicePage: [UInt8]

    init(_ configuration: FleetServerConfiguration) {
        self.configuration = configuration
        devicePage = (try? FleetPages.devicePage(configuration.assets)) ?? []
    }

    /// The routes.
    var all: [FleetRoute] {
        [
            FleetRoute("/", for: .viewers, [.get: fleet]),
            FleetRoute("/devices/{name}/", for: .viewers, [.get: device]),
            FleetRoute("/v1/map", for: .viewers, [.get: description]),
        ]
    }

    private var fleet: FleetRoute.Handler {
        { [self] context in
            _ = try context.queryParameters()
            return try page(FleetPages.fleet)
        }
    }

    /// The page is the same for every name, so it does not reveal which devices exist.
    private var device: FleetRoute.Handler {
        { [devicePage] context in
            _ = try context.queryParameters()
            return .page(devicePage)
        }
    }

    private var description: FleetRoute.Handler {
        { [self] context in
            _ = try context.queryParameters()
            let hasSession = context.admission?.hasSession ?? false
            return .json(settings { if hasSession { $0.boolean("session", true) } })
        }
    }

    /// The page of one device as the only one, for its share.
    static let sharedDevice = "live.html"

    /// Returns a page of the library.
    func page(_ name: String, status: HTTPStatus = .ok) throws -> HTTPResponse {
        guard let asset = try configuration.assets.asset(named: name) else {
            throw Problem(.serviceUnavailable, code: "no-page", detail: "the page \(name) is missing")
        }
        return .page(asset.bytes, status: status)
    }

    /// Returns the description of the map for a page, with more members.
    func settings(_ more: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.string("tiles", configuration.tiles)
            json.string("attribution", configuration.attribution)
            json.string("attributionLink", configuration.attributionLink)
            json.integer("minZoom", 0)
            json.integer("maxZoom", 19)
            more(&json)
        }
        return json.bytes + [0x0A]
    }

    /// Returns the page that a browser shows instead of a problem document; nil if there is none.
    func errorPage(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse? {
        let isPage = request.path == "/" || request.path.hasPrefix("/devices/")
        if isPage, problem.status == .unauthorized,
            var response = try? page(FleetPages.signIn, status: problem.status)
        {
            response.headers += problem.headers
            return response
        }
        guard request.isForPerson, let (title, content) = Self.explanation(problem) else { return nil }
        return ErrorPage(problem, title: title, content: content).response
    }

    private static func explanation(_ problem: Problem) -> (title: String, content: String)? {
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
        case "too-many-failures":
            ("Too many failed attempts to sign in.", "<p>Wait a minute, then load this page again.</p>")
        default: nil
        }
    }
}
