import Gazetteer
import HTTPServer
import History
import Queries

/// The names of towns for a map without tiles.
package struct TownRoutes<Context: RouteContext>: Sendable {
    private let gazetteer: GazetteerAccess
    private let workers: WorkerPool

    /// Creates the handler.
    package init(_ gazetteer: GazetteerAccess, workers: WorkerPool) {
        (self.gazetteer, self.workers) = (gazetteer, workers)
    }

    /// Returns the route of the most populous places in a box.
    package func route(for audience: Context.Audience) -> ContextRoute<Context> {
        ContextRoute("/v1/places/largest", for: audience, readsQuery: true, [.get: largest])
    }

    private func largest(_ context: Context) throws -> HTTPResponse {
        let parameters = try context.queryParameters("within", "count", "source")
        guard let area = try parameters.area("within") else {
            throw Problem.badRequest("within is missing: a box, \(Area.example)")
        }
        let (count, source) = (try parameters.count(default: 10), parameters.text("source"))
        let open = try gazetteer.opener(for: source)
        return try workers.response(for: context, type: "application/json") { output in
            let entries = try open().largest(
                latitudes: area.south...area.north, longitudes: area.spans, count: count, source: source)
            try output.write(GazetteerJSON.json(entries))
        }
    }
}

extension QueryParameters {
    /// Returns the maximum number of places.
    ///
    /// - Throws: ``Problem`` for anything but a number from 1 to 1000.
    package func count(default: Int) throws(Problem) -> Int {
        try value("count", expected: "a number from 1 to 1000") { text in
            Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
        } ?? `default`
    }
}
