import JSON

/// Decodes GeoJSON lines with a time for each position in `properties` (`coordTimes`, or `times` as in
/// `coordinateProperties`) and points with a `time` or `timestamp`.
///
/// Positions are buffered until their feature ends, because their times may follow them: at most
/// ``GeoJSONFeature/maxPositions``.
final class GeoJSONDecoder: TrackDecoder {
    /// The number of points delivered at once; limits the receiver's buffer.
    private static let maxPointsPerFlush = 5000

    private var scanner = JSONScanner()
    private var content: GeoJSONParser

    /// True while buffered points remain.
    var hasPendingPoints: Bool { content.hasPendingPoints }

    /// - Parameters:
    ///   - device: the receiver of features that name none.
    ///   - isFixed: true if it is the receiver of all.
    init(device: String, isFixed: Bool = false) {
        content = GeoJSONParser(device: device, isFixed: isFixed)
    }

    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        withTrack(&track) { scanner, content throws(TrackError) in
            try scanner.feed(bytes, into: &content)
            content.flush(atMost: Self.maxPointsPerFlush)
        }
    }

    func finish(into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        withTrack(&track) { scanner, content throws(TrackError) in
            try scanner.finish(into: &content)
            content.flush()
            guard content.hasSeenObject else { throw TrackError(line: scanner.line, "no GeoJSON object found") }
        }
    }

    /// Lends the track to the parser while the scanner feeds it tokens.
    private func withTrack(
        _ track: inout ParsedTrack,
        _ read: (inout JSONScanner, inout GeoJSONParser) throws(TrackError) -> Void
    ) {
        swap(&track, &content.track)
        do throws(TrackError) {
            try read(&scanner, &content)
        } catch {
            content.flushAfterError()
            content.track.fail(error)
        }
        swap(&track, &content.track)
    }
}
