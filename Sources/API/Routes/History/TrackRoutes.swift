import Access
import HTTPServer
import History
import Location
import Tracks

/// Where it was, in the formats that other programs read.
struct TrackRoutes {
    /// Bytes that are gathered before they are handed on.
    private static let portion = 32_768

    let history: HistoryAccess
    let work: Workshop

    /// The routes.
    var all: [Route] { [Route("/v1/track", for: .readers, [.get: track()])] }

    /// What is answered to a request for a track.
    ///
    /// - Parameter view: what is seen of it; nil for everything.
    /// - Returns: the endpoint.
    func track(seenBy view: (@Sendable (Timestamp) -> PublicView)? = nil) -> Route.Endpoint {
        { [history, work] call in
            let view = view?(call.moment.wallClock)
            let arguments = try call.arguments("from", "to", "device", "within", "simplify", "format")
            let media = try Self.media(arguments, call)
            let query = try history.query(arguments, at: call.moment).narrowed(to: view)
            let tolerance = try arguments.metres("simplify")
            let file = try history.file
            return try work.answer(media.mediaType) { output in
                var export = TrackExport(to: media.encoder, tolerance: tolerance)
                _ = try SQLiteHistory(path: file, access: .readOnly).forEachPoint(query) { point in
                    guard let point = view.map({ $0.point(point) }) ?? point else { return export.interrupt() }
                    export.add(point)
                    guard export.bytes.count >= Self.portion else { return }
                    try output.write(export.bytes)
                    export.bytes.removeAll(keepingCapacity: true)
                }
                export.finish()
                try output.write(export.bytes)
            }
        }
    }

    private static func media(_ arguments: Arguments, _ call: Call) throws(Problem) -> TrackMedia {
        let names = TrackMedia.allCases.map(\.rawValue).joined(separator: ", ")
        if let media = try arguments.value("format", "a format: \(names)", TrackMedia.init(rawValue:)) { return media }
        let type = try call.type(of: TrackMedia.allCases.map(\.mediaType))
        return TrackMedia.allCases.first { $0.mediaType == type } ?? .json
    }
}
