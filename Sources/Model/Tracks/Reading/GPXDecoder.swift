import XML

/// Reads the points of tracks in GPX 1.0 and 1.1.
///
/// Speed and course are read as 1.0 has them, or from any extension, such as Garmin's TrackPointExtension; accuracies
/// from that of ``GPXEncoder``. Waypoints and routes are no history, and are skipped.
final class GPXDecoder: TrackDecoder {
    private var parser = XMLParser(vocabulary: GPXName.vocabulary)
    private var content: GPXParser

    /// Makes a decoder for one document.
    ///
    /// - Parameter device: whose points these are where a track has no `src`.
    init(device: String) {
        content = GPXParser(device: device)
    }

    /// Reads a piece of the document.
    func feed(_ bytes: Span<UInt8>, into harvest: inout ParsedTrack) {
        guard harvest.error == nil else { return }
        do throws(XMLError) {
            try parser.feed(bytes) { content.parse($0, into: &harvest) }
        } catch {
            harvest.fail(TrackError(error))
        }
    }

    /// Ends the document.
    func finish(into harvest: inout ParsedTrack) {
        guard harvest.error == nil else { return }
        do throws(XMLError) {
            try parser.finish { content.parse($0, into: &harvest) }
        } catch {
            harvest.fail(TrackError(error))
        }
    }
}

extension TrackError {
    init(_ error: XMLError) {
        self.init(line: error.line, error.message)
    }
}
