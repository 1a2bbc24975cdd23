import HTTPServer
import Pages

/// The live page and the static page.
struct PageRoutes {
    let machine: DaemonAccess
    let assets: AssetLibrary

    /// The routes.
    var all: [Route] {
        [
            Route("/", for: .readers, [.get: live]),
            Route("/static", for: .readers, [.get: still]),
        ]
    }

    private var live: Route.Handler {
        { [assets] call in
            _ = try call.queryParameters()
            return .page(try assets.asset(named: "live.html")?.bytes ?? [])
        }
    }

    private var still: Route.Handler {
        { [machine] call in
            _ = try call.queryParameters()
            guard let page = machine.staticPage() else {
                throw Problem(.serviceUnavailable, code: "no-page", detail: "the page has not been written yet")
            }
            return .staticPage(page)
        }
    }
}
