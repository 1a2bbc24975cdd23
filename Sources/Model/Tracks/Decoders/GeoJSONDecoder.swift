import JSON

/// Reads GeoJSON: lines whose `properties` have a time for each position (`coordTimes`, or `times` as in
/// `coordinateProperties`), and points with a `time` or `timestamp`.
///
/// Positions are held back until their feature ends, since their times may come behind them: at most
/// ``GeoJSONFeature/mostPositions``.
final class GeoJSONDecoder: TrackDecoder {
    /// As many points as are given at once: what whoever takes them has room for.
    private static let maxPointsPerFlush = 5000

    private var scanner = JSONScanner()
    private var content: GeoJSONParser

    /// Whether points are still to come.
    var hasPendingPoints: Bool { content.hasPendingPoints }

    init(device: String) {
        content = GeoJSONParser(device: device)
    }

    func feed(_ bytes: Span<UInt8>, into harvest: inout ParsedTrack) {
        guard harvest.error == nil else { return }
        withTrack(&harvest) { scanner, content throws(TrackError) in
            try scanner.feed(bytes, into: &content)
            content.flush(atMost: Self.maxPointsPerFlush)
        }
    }

    func finish(into harvest: inout ParsedTrack) {
        guard harvest.error == nil else { return }
        withTrack(&harvest) { scanner, content throws(TrackError) in
            try scanner.finish(into: &content)
            content.flush()
            guard content.hasSeenObject else { throw TrackError(line: scanner.line, "there is no GeoJSON in it") }
        }
    }

    /// The harvest is the content's while the scanner tells it tokens.
    private func withTrack(
        _ harvest: inout ParsedTrack,
        _ read: (inout JSONScanner, inout GeoJSONParser) throws(TrackError) -> Void
    ) {
        swap(&harvest, &content.track)
        do throws(TrackError) {
            try read(&scanner, &content)
        } catch {
            content.flushAfterError()
            content.track.fail(error)
        }
        swap(&harvest, &content.track)
    }
}
