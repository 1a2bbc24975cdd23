import Basics
import HTTPServer
import Web

/// The recorded place events.
struct PlaceEventRoutes {
    let history: HistoryAccess
    let workers: WorkerPool

    /// The routes.
    var all: [Route] { [Route("/v1/places/events", for: .readers, readsQuery: true, [.get: events])] }

    private func events(_ context: RequestContext) throws -> HTTPResponse {
        let selection = try PlaceEventFilter(
            context.queryParameters("from", "to", "place", "last"), now: context.moment.wallClock,
            clock: history.clock)
        let type = try context.mediaType(among: PlaceEventSerializer.mediaTypes)
        let open = try history.opener(to: nil, for: context)
        return try workers.response(type: type) { output in
            var text = PlaceEventSerializer(mediaType: type)
            try selection.forEach(in: open()) { occurrence in
                if let portion = text.append(occurrence) { try output.write(portion) }
            }
            try output.write(text.finish())
        }
    }
}
