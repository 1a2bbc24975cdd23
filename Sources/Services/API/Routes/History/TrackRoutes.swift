import Basics
import HTTPServer
import History
import Privacy
import Web

/// Recorded tracks in the formats of other programs.
struct TrackRoutes {
    let history: HistoryAccess
    let workers: WorkerPool
    /// The zones that are hidden in a published track.
    let zones: PrivacyZones

    /// The routes.
    var all: [Route] { [Route("/v1/track", for: .readers, [.get: track()])] }

    /// Returns the handler of requests for a track.
    ///
    /// - Parameter view: the visible part; nil for everything.
    /// - Returns: the handler.
    func track(seenBy view: (@Sendable (Timestamp) -> PublicView)? = nil) -> Route.Handler {
        { [history, workers, zones] context in
            let track = try TrackRequest(
                context, zones: zones, seenBy: view?(context.moment.wallClock), at: context.moment.wallClock,
                clock: history.clock)
            let open = try history.opener(to: track.query.to, for: context)
            return try workers.response(type: track.media.mediaType) { output in
                try track.write(from: open()) { try output.write($0) }
            }
        }
    }
}
