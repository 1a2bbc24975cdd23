import Basics
import HTTPServer
import History
import Queries
import Web

/// The course of speed, altitude and position over a period, for charts.
struct SeriesRoutes {
    private static let defaultRows = 1000

    let history: HistoryAccess
    let workers: WorkerPool

    /// The routes.
    var all: [Route] { [Route("/v1/series", for: .readers, readsQuery: true, [.get: series])] }

    private func series(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("from", "to", "points", "device", "zone")
        let clock = try parameters.clock(else: history.clock)
        let period = try parameters.period(at: context.moment.wallClock, clock: clock)
        let range = SeriesQuery.range
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let rows = try parameters.value("points", expected: expected) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
        let open = try history.opener(to: period.last, for: context)
        let device = parameters.text("device")
        return try workers.response(type: "application/json") { output in
            // An empty write fails once the client has gone.
            let (series, _) = try SeriesQuery(open()).run(
                period, rows: rows ?? Self.defaultRows, device: device
            ) { try output.write([]) }
            try output.write(series.json)
        }
    }
}
