package import Basics
package import History
package import Linux
package import Privacy
import Queries
package import Tracks

/// A request for a recorded track: the points, the format, and what of them is visible.
package struct TrackRequest: Sendable {
    /// The points, within the visible time.
    package let query: PointQuery
    /// The format.
    package let media: TrackMediaType
    /// The tolerance of lines in metres; nil for every fix.
    private let tolerance: Double?
    /// The visible part; nil for everything.
    private let view: PublicView?

    /// Parses a request.
    ///
    /// - Parameters:
    ///   - context: the request.
    ///   - zones: the zones that the parameter `public` hides.
    ///   - view: the visible part, which the client cannot choose then; nil for everything.
    ///   - now: the wall-clock time.
    ///   - clock: the clock for dates and times of day.
    /// - Throws: ``Problem`` for an invalid parameter, or if the client accepts no format.
    package init(
        _ context: some RouteContext, zones: PrivacyZones, seenBy view: PublicView?, at now: Timestamp,
        clock: LocalClock
    ) throws(Problem) {
        let names = ["from", "to", "device", "within", "simplify", "format"]
        let parameters = try context.queryParameters(names + (view == nil ? ["public", "contradicted"] : []))
        let view = if view == nil, try parameters.flag("public") { PublicView(zones: zones) } else { view }
        try self.init(context, parameters, seenBy: view, at: now, clock: clock)
    }

    /// Parses a request for the track of one device.
    ///
    /// - Parameters:
    ///   - context: the request.
    ///   - view: the visible part; nil for everything. With one, the client cannot select by hidden data.
    ///   - now: the wall-clock time.
    ///   - clock: the clock for dates and times of day.
    /// - Throws: ``Problem`` for an invalid parameter, or if the client accepts no format.
    package init(
        ofDevice context: some RouteContext, seenBy view: PublicView? = nil, at now: Timestamp, clock: LocalClock
    ) throws(Problem) {
        let names = ["from", "to", "simplify", "format"] + (view == nil ? ["within", "contradicted"] : [])
        try self.init(context, context.queryParameters(names), seenBy: view, at: now, clock: clock)
    }

    private init(
        _ context: some RouteContext, _ parameters: QueryParameters, seenBy view: PublicView?, at now: Timestamp,
        clock: LocalClock
    ) throws(Problem) {
        self.view = view
        media = try Self.media(parameters, context)
        var query = try parameters.pointQuery(at: now, clock: clock).narrowed(to: view)
        query.showsContradicted = try parameters.flag("contradicted")
        guard !query.showsContradicted || media != .kml else {
            throw .badRequest("`contradicted` is for formats that can mark a fix, which kml cannot")
        }
        self.query = query
        tolerance = try parameters.metres("simplify")
    }

    /// Writes the track.
    ///
    /// - Parameters:
    ///   - history: the source of points.
    ///   - device: the only device; nil for that of the request.
    ///   - write: receives the bytes in chunks.
    /// - Throws: errors of the history or of `write`.
    package func write(
        from history: any HistoryReader, device: String? = nil, to write: ([UInt8]) throws -> Void
    ) throws {
        var query = query
        if let device { query.device = device }
        var track = TrackQuery(query, isGroupedByReceiver: media.isLineBased || tolerance != nil)
        track.tolerance = tolerance
        track.usesOutlines = media.isLineBased
        track.transform = view.map { view in { view.point($0) } }
        let encoder = media.encoder(showsIntegrity: query.showsContradicted)
        let (rest, _, _) = try track.write(from: history, by: encoder, to: write)
        try write(rest)
    }

    private static func media(
        _ parameters: QueryParameters, _ context: some RouteContext
    ) throws(Problem) -> TrackMediaType {
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

/// The formats of a track.
package enum TrackMediaType: String, CaseIterable {
    case json
    case lines
    case geojson
    case gpx
    case kml
    case csv

    /// The value of `Content-Type`.
    package var mediaType: String {
        switch self {
        case .json: "application/json"
        case .lines: "application/x-ndjson"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    /// True for formats of lines, one receiver each; false for lists of fixes by time.
    package var isLineBased: Bool { self == .geojson || self == .gpx || self == .kml }

    /// Returns the encoder of the format; CSV has a column for the level of integrity only if that is asked for.
    package func encoder(showsIntegrity: Bool) -> any TrackEncoder {
        switch self {
        case .json: JSONListEncoder()
        case .lines: JSONLinesEncoder()
        case .geojson: GeoJSONEncoder()
        case .gpx: GPXEncoder()
        case .kml: KMLEncoder()
        case .csv: CSVEncoder(showsIntegrity: showsIntegrity)
        }
    }
}
