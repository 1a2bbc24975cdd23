import JSON

/// Reads GeoJSON: lines whose `properties` have a time for each position (`coordTimes`, or `times` as in
/// `coordinateProperties`), and points with a `time` or `timestamp`.
///
/// Positions are held back until their feature ends, since their times may come behind them: at most
/// ``GeoJSONFeature/mostPositions``.
final class GeoJSONDecoder: TrackDecoder {
    /// As many points as are given at once: what whoever takes them has room for.
    private static let portion = 5000

    private var scanner = JSONScanner()
    private var content: GeoJSONContent

    /// Whether points are still to come.
    var holdsBack: Bool { content.holdsBack }

    init(device: String) {
        content = GeoJSONContent(device: device)
    }

    func feed(_ bytes: Span<UInt8>, into harvest: inout TrackHarvest) {
        guard harvest.fault == nil else { return }
        lend(&harvest) { scanner, content throws(TrackFault) in
            try scanner.feed(bytes, into: &content)
            content.release(atMost: Self.portion)
        }
    }

    func finish(into harvest: inout TrackHarvest) {
        guard harvest.fault == nil else { return }
        lend(&harvest) { scanner, content throws(TrackFault) in
            try scanner.finish(into: &content)
            content.release()
            guard content.hasSeenObject else { throw TrackFault(line: scanner.line, "there is no GeoJSON in it") }
        }
    }

    /// The harvest is the content's while the scanner tells it tokens.
    private func lend(
        _ harvest: inout TrackHarvest,
        _ read: (inout JSONScanner, inout GeoJSONContent) throws(TrackFault) -> Void
    ) {
        swap(&harvest, &content.harvest)
        do throws(TrackFault) {
            try read(&scanner, &content)
        } catch {
            content.abandon()
            content.harvest.fail(error)
        }
        swap(&harvest, &content.harvest)
    }
}
