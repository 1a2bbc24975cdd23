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
            Route("/service-worker.js", for: .anyone, [.get: worker]),
            Route("/static", for: .readers, [.get: staticPage]),
        ]
    }

    private func live(_ context: RequestContext) throws -> HTTPResponse {
        .page(try assets.asset(named: "live.html")?.bytes ?? [])
    }

    /// The script that keeps the files of the page in a browser; it contains no secrets.
    ///
    /// Its address decides for which pages it works.
    private func worker(_ context: RequestContext) throws -> HTTPResponse {
        let bytes = try assets.asset(named: "service-worker.js")?.bytes ?? []
        let tag = EntityTag.of(bytes)
        let headers = [
            HTTPField("Content-Type", "text/javascript; charset=utf-8"), HTTPField("Cache-Control", "no-cache"),
            HTTPField("ETag", tag.text),
            // It requests what the page requests.
            HTTPField("Content-Security-Policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"),
        ]
        if tag.matches(context.request.header("If-None-Match")) {
            return HTTPResponse(.notModified, headers: headers)
        }
        return HTTPResponse(headers: headers, body: .bytes(bytes))
    }

    private func staticPage(_ context: RequestContext) throws -> HTTPResponse {
        guard let page = daemon.staticPage() else {
            throw Problem(.serviceUnavailable, code: "no-page", detail: "the page has not been written yet")
        }
        return .staticPage(page)
    }
}
