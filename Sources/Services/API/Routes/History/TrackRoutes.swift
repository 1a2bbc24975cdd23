import Access
import Queries
import Basics
import HTTPServer
import History
import Location
import Tracks

/// Where it was, in the formats that other programs read.
struct TrackRoutes {
    let history: HistoryAccess
    let work: WorkerPool
    /// What is hidden in a track that is to be published.
    let zones: PrivacyZones

    /// The routes.
    var all: [Route] { [Route("/v1/track", for: .readers, [.get: track()])] }

    /// What is answered to a request for a track.
    ///
    /// - Parameter view: what is seen of it; nil for everything.
    /// - Returns: the endpoint.
    func track(seenBy view: (@Sendable (Timestamp) -> PublicView)? = nil) -> Route.Handler {
        { [history, work, zones] call in
            var view = view?(call.moment.wallClock)
            let names = ["from", "to", "device", "within", "simplify", "format"]
            let arguments = try call.queryParameters(names + (view == nil ? ["public"] : []))
            if view == nil, try arguments.flag("public") { view = PublicView(zones: zones) }
            let media = try Self.media(arguments, call)
            let query = try history.query(arguments, at: call.moment).narrowed(to: view)
            let tolerance = try arguments.metres("simplify")
            let open = try history.opener
            return try work.response(type: media.mediaType) { [view] output in
                var answer = TrackQuery(query, isGroupedByReceiver: media.isLineBased || tolerance != nil)
                answer.tolerance = tolerance
                answer.usesOutlines = media.isLineBased
                answer.transform = view.map { view in { view.point($0) } }
                let history = try open()
                let (rest, _, _) = try answer.write(from: history, by: media.encoder) { try output.write($0) }
                try output.write(rest)
            }
        }
    }

    private static func media(_ arguments: QueryParameters, _ call: RequestContext) throws(Problem) -> TrackMediaType {
        let names = TrackMediaType.allCases.map(\.rawValue).joined(separator: ", ")
        if let media = try arguments.value("format", expected: "a format: \(names)", parse: TrackMediaType.init(rawValue:)) { return media }
        let type = try call.mediaType(among: TrackMediaType.allCases.map(\.mediaType))
        return TrackMediaType.allCases.first { $0.mediaType == type } ?? .json
    }
}
