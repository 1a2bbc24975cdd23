import Basics
import Gazetteer
import HTTPServer
import History
import Location
import Queries
import Web

/// Searches the gazetteer by position and by name.
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
            Route("/v1/places/largest", for: .readers, readsQuery: true, [.get: largest]),
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
        return try workers.response(type: Self.type) { output in
            let hits = try open().nearest(to: here, within: limit, count: count, source: source)
            try output.write(GazetteerJSON.json(hits))
        }
    }

    private func largest(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("within", "count", "source")
        guard let area = try parameters.area("within") else {
            throw Problem.badRequest("within is missing: a box, \(Area.example)")
        }
        let (count, source) = (try parameters.count(default: 10), parameters.text("source"))
        let open = try gazetteer.opener(for: source)
        return try workers.response(type: Self.type) { output in
            let entries = try open().largest(
                latitudes: area.south...area.north, longitudes: area.spans, count: count, source: source)
            try output.write(GazetteerJSON.json(entries))
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
        return try workers.response(type: Self.type) { output in
            let entries = try open().search(text, count: count, source: source)
            try output.write(GazetteerJSON.json(entries))
        }
    }
}

extension QueryParameters {
    /// Returns the maximum number of places.
    ///
    /// - Throws: ``Problem`` for anything but a number from 1 to 1000.
    fileprivate func count(default: Int) throws(Problem) -> Int {
        try value("count", expected: "a number from 1 to 1000") { text in
            Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
        } ?? `default`
    }
}

/// The access of the API to the gazetteer.
struct GazetteerAccess: Sendable {
    private static let none = Problem(
        .notFound, code: "no-gazetteer", detail: "no gazetteer is imported; fix: whereismy gazetteer import")

    let path: String?
    /// The default search radius in metres.
    let defaultRadius: Double
    var log = RequestLog()

    /// Returns a function that opens the gazetteer on the worker thread; it was found readable, with that source.
    ///
    /// - Throws: ``Problem`` if there is no gazetteer or no such source, or if it is unreadable.
    func opener(for source: String?) throws(Problem) -> @Sendable () throws -> GazetteerStore {
        guard let path else { throw Self.none }
        do {
            let known = try GazetteerStore(path: path, access: .readOnly).sources().map(\.name)
            guard let source, !known.contains(source) else {
                return { try GazetteerStore(path: path, access: .readOnly) }
            }
            throw Problem(
                .notFound, code: "unknown-source",
                detail: GazetteerError.unknownSource(source, known: known).description)
        } catch let problem as Problem {
            throw problem
        } catch let error as GazetteerError where error.isNotFound {
            throw Self.none
        } catch {
            log.report("gazetteer request failed: \(error)")
            throw Problem(
                .serviceUnavailable, code: "gazetteer-unreadable",
                detail: "the gazetteer is unreadable; see the journal")
        }
    }
}
