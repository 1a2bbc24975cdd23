import HTTPServer
import Pages
import Web

/// The live page and the static page.
struct PageRoutes {
    let daemon: DaemonAccess
    let assets: AssetLibrary

    /// The routes.
    var all: [Route] {
        [
            Route("/", for: .readers, [.get: live]),
            Route("/static", for: .readers, [.get: staticPage]),
        ]
    }

    private var live: Route.Handler {
        { [assets] context in
            _ = try context.queryParameters()
            return .page(try assets.asset(named: "live.html")?.bytes ?? [])
        }
    }

    private var staticPage: Route.Handler {
        { [daemon] context in
            _ = try context.queryParameters()
            guard let page = daemon.staticPage() else {
                throw Problem(.serviceUnavailable, code: "no-page", detail: "the page has not been written yet")
            }
            return .staticPage(page)
        }
    }
}
