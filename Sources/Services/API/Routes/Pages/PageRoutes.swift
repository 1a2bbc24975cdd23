import HTTPServer
import Pages

/// The pages: the live one, and the one that stands still.
struct PageRoutes {
    let machine: Machine
    let assets: AssetLibrary

    /// The routes.
    var all: [Route] {
        [
            Route("/", for: .readers, [.get: live]),
            Route("/static", for: .readers, [.get: still]),
        ]
    }

    private var live: Route.Endpoint {
        { [assets] call in
            _ = try call.arguments()
            return .page(try assets.asset(named: "live.html")?.bytes ?? [])
        }
    }

    private var still: Route.Endpoint {
        { [machine] call in
            _ = try call.arguments()
            guard let page = machine.page() else {
                throw Problem(.serviceUnavailable, "no-page", "the page has not been written yet")
            }
            return .stillPage(page)
        }
    }
}
