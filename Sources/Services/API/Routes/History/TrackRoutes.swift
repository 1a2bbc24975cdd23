import Access
import Basics
import HTTPServer
import History
import Location
import Privacy
import Queries
import Tracks
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
            var view = view?(context.moment.wallClock)
            let names = ["from", "to", "device", "within", "simplify", "format"]
            let parameters = try context.queryParameters(names + (view == nil ? ["public"] : []))
            if view == nil, try parameters.flag("public") { view = PublicView(zones: zones) }
            let media = try Self.media(parameters, context)
            let query = try history.query(parameters, at: context.moment).narrowed(to: view)
            let tolerance = try parameters.metres("simplify")
            let open = try history.opener(to: query.to, for: context)
            return try workers.response(type: media.mediaType) { [view] output in
                var trackQuery = TrackQuery(query, isGroupedByReceiver: media.isLineBased || tolerance != nil)
                trackQuery.tolerance = tolerance
                trackQuery.usesOutlines = media.isLineBased
                trackQuery.transform = view.map { view in { view.point($0) } }
                let history = try open()
                let (rest, _, _) = try trackQuery.write(from: history, by: media.encoder) { try output.write($0) }
                try output.write(rest)
            }
        }
    }

    private static func media(_ parameters: QueryParameters, _ context: RequestContext) throws(Problem)
        -> TrackMediaType
    {
        let names = TrackMediaType.allCases.map(\.rawValue).joined(separator: ", ")
        if let media = try parameters.value(
            "format", expected: "a format: \(names)", parse: TrackMediaType.init(rawValue:))
        {
            return media
        }
        let type = try context.mediaType(among: TrackMediaType.allCases.map(\.mediaType))
        return TrackMediaType.allCases.first { $0.mediaType == type } ?? .json
    }
}

extension PointQuery {
    /// Returns the query limited to the visible time, so that its duration reveals nothing about the rest.
    func narrowed(to view: PublicView?) -> PointQuery {
        var query = self
        if let earliest = view?.earliest { query.from = max(earliest, from ?? earliest) }
        if let latest = view?.latest { query.to = min(latest, to ?? latest) }
        return query
    }
}
