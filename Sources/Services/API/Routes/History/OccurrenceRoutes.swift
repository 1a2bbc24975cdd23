import Basics
import HTTPServer
import History
import Location
import Wire

/// What has happened at places.
struct OccurrenceRoutes {
    private static let list = "application/json"
    private static let lines = "application/x-ndjson"

    let history: HistoryAccess
    let work: Workshop

    /// The routes.
    var all: [Route] { [Route("/v1/places/events", for: .readers, [.get: events])] }

    private var events: Route.Endpoint {
        { [history, work] call in
            let selection = try OccurrenceSelection(
                call.arguments("from", "to", "place", "last"), now: call.moment.wallClock, clock: history.clock)
            let type = try call.type(of: [Self.list, Self.lines])
            let open = try history.opener
            return try work.answer(type) { output in
                var text = OccurrenceText(isList: type == Self.list)
                try selection.forEach(in: open()) { occurrence in
                    if let portion = text.add(occurrence) { try output.write(portion) }
                }
                try output.write(text.end())
            }
        }
    }
}
