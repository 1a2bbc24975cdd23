import Basics
import Gazetteer
import HTTPServer
import Location
import Queries
import Web

struct GazetteerRoutes {
    private static let type = "application/json"
    /// The maximum length of a search text in Unicode scalars; no name is longer.
    private static let maxTextLength = 200

    let gazetteer: GazetteerAccess
    let daemon: DaemonAccess
    let workers: WorkerPool

    var all: [Route] {
        [
            Route("/v1/places/nearest", for: .readers, readsQuery: true, [.get: nearest]),
            TownRoutes<RequestContext>(gazetteer, workers: workers).route(for: .readers),
            Route("/v1/places/search", for: .readers, readsQuery: true, [.get: search]),
        ]
    }

    private func nearest(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("at", "within", "count", "source")
        let requested = try parameters.value("at", expected: "a position such as \(Coordinate.example)") {
            Coordinate($0)
        }
        let limit = try parameters.metres("within") ?? gazetteer.defaultRadius
        let (count, source) = (try parameters.count(default: 1), parameters.text("source"))
        guard let here = requested ?? daemon.feed.report(at: context.moment.uptime).fix?.coordinate else {
            throw Problem(.conflict, code: "no-fix", detail: "no position is known; fix: at=LATITUDE,LONGITUDE")
        }
        let open = try gazetteer.opener(for: source)
        return try workers.response(for: context, type: Self.type) { output in
            let hits = try open().nearest(to: here, within: limit, count: count, source: source)
            try output.write(GazetteerJSON.json(hits))
        }
    }

    private func search(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("text", "count", "source")
        let expected =
            "the beginning of a name or a code, of at most \(Self.maxTextLength) characters"
        let text = try parameters.value("text", expected: expected) {
            $0.unicodeScalars.count <= Self.maxTextLength ? $0 : nil
        }
        guard let text else { throw Problem.badRequest("text is missing: \(expected)") }
        let (count, source) = (try parameters.count(default: 10), parameters.text("source"))
        let open = try gazetteer.opener(for: source)
        return try workers.response(for: context, type: Self.type) { output in
            let entries = try open().search(text, count: count, source: source)
            try output.write(GazetteerJSON.json(entries))
        }
    }
}
