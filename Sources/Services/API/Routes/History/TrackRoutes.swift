import Access
import Basics
import HTTPServer
import History
import Location
import Queries
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

/// A form in which a track is answered.
enum TrackMediaType: String, CaseIterable {
    case json
    case lines
    case geojson
    case gpx
    case kml
    case csv

    /// What `Content-Type` says of it.
    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .lines: "application/x-ndjson"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    /// Whether it draws lines, each of one receiver, and does not list fixes by time.
    var isLineBased: Bool { self == .geojson || self == .gpx || self == .kml }

    /// What writes it.
    var encoder: any TrackEncoder {
        switch self {
        case .json: JSONListEncoder()
        case .lines: JSONLinesEncoder()
        case .geojson: GeoJSONEncoder()
        case .gpx: GPXEncoder()
        case .kml: KMLEncoder()
        case .csv: CSVEncoder()
        }
    }
}

extension PointQuery {
    /// Only the stretch of time that is seen, so that how long it takes does not tell what else is there.
    func narrowed(to view: PublicView?) -> PointQuery {
        var query = self
        if let earliest = view?.earliest { query.from = max(earliest, from ?? earliest) }
        if let latest = view?.latest { query.to = min(latest, to ?? latest) }
        return query
    }
}
