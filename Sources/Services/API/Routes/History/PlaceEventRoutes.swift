import Basics
import HTTPServer
import History
import Location
import Wire

/// What has happened at places.
struct PlaceEventRoutes {
    private static let list = "application/json"
    private static let lines = "application/x-ndjson"

    let history: HistoryAccess
    let work: WorkerPool

    /// The routes.
    var all: [Route] { [Route("/v1/places/events", for: .readers, [.get: events])] }

    private var events: Route.Handler {
        { [history, work] call in
            let selection = try PlaceEventFilter(
                call.queryParameters("from", "to", "place", "last"), now: call.moment.wallClock, clock: history.clock)
            let type = try call.mediaType(among: [Self.list, Self.lines])
            let open = try history.opener
            return try work.response(type: type) { output in
                var text = PlaceEventSerializer(isList: type == Self.list)
                try selection.forEach(in: open()) { occurrence in
                    if let portion = text.append(occurrence) { try output.write(portion) }
                }
                try output.write(text.finish())
            }
        }
    }
}
