import Basics
import HTTPServer
import Web

struct PlaceEventRoutes {
    let history: HistoryAccess
    let workers: WorkerPool

    var all: [Route] { [Route("/v1/places/events", for: .readers, readsQuery: true, [.get: events])] }

    private func events(_ context: RequestContext) throws -> HTTPResponse {
        let selection = try PlaceEventFilter(
            context.queryParameters("from", "to", "place", "last"), now: context.moment.wallClock,
            clock: history.clock)
        let type = try context.mediaType(among: PlaceEventFilter.mediaTypes)
        let open = try history.opener(to: nil, for: context)
        return try workers.response(for: context, type: type) { output in
            try selection.write(from: open(), as: type, to: output)
        }
    }
}
