import HTTPServer
import Pages
import Web

struct PageRoutes {
    let daemon: DaemonAccess
    let assets: AssetLibrary

    var all: [Route] {
        [
            Route("/", for: .readers, [.get: live]),
            Route("/service-worker.js", for: .anyone, [.get: worker]),
            Route("/static", for: .readers, [.get: staticPage]),
        ]
    }

    private func live(_ context: RequestContext) throws -> HTTPResponse {
        .page(try assets.page("live.html", for: context.request) ?? [])
    }

    /// The script that keeps the files of the page in a browser; it contains no secrets.
    ///
    /// Its address decides for which pages it works.
    private func worker(_ context: RequestContext) throws -> HTTPResponse {
        let bytes = try assets.asset(named: "service-worker.js")?.bytes ?? []
        // It requests what the page requests.
        let policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
        return .tagged(
            bytes, type: "text/javascript; charset=utf-8", caching: "no-cache", for: context.request,
            headers: [HTTPField("Content-Security-Policy", policy)])
    }

    private func staticPage(_ context: RequestContext) throws -> HTTPResponse {
        guard let page = daemon.staticPage() else {
            throw Problem(.serviceUnavailable, code: "no-page", detail: "the page has not been written yet")
        }
        return .staticPage(page)
    }
}
