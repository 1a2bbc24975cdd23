import Basics
import HTTPServer
import History
import Privacy
import Web

struct TrackRoutes {
    let history: HistoryAccess
    let workers: WorkerPool
    /// The zones that are hidden in a published track.
    let zones: PrivacyZones

    var all: [Route] { [Route("/v1/track", for: .readers, readsQuery: true, [.get: { try track($0) }])] }

    /// Returns the response to a request for a track, or for its visible part.
    func track(_ context: RequestContext, seenBy view: PublicView? = nil) throws -> HTTPResponse {
        let track = try TrackRequest(
            context, zones: zones, seenBy: view, at: context.moment.wallClock, clock: history.clock)
        let open = try history.opener(to: track.query.to, for: context)
        return try workers.response(for: context, type: track.media.mediaType) { output in
            try track.write(from: open()) { try output.write($0) }
        }
    }
}
