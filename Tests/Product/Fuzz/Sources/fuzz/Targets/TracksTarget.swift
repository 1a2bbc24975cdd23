import Basics
import GPSD
import HistoryEncoding
import Location
import Tracks

/// Reads the input as a file to import, and exports its points.
struct TracksTarget: FuzzTarget {
    /// As many points as the exports take: they have no limit of their own.
    private static let maxExported = 2000

    func run(_ input: [UInt8]) {
        let zones: TimeZones = { name in name.utf8.count < 20 ? { Timestamp($0) } : nil }
        let reader = TrackReader(device: "import:fuzz", zones: zones) { GPSDLines() }
        var track = ParsedTrack()
        for piece in input.pieces(times: 16) { reader.feed(piece.span, into: &track) }
        while reader.hasPendingPoints { reader.feed([UInt8]().span, into: &track) }
        reader.finish(into: &track)
        for issue in track.issues { _ = issue.description }
        export(track.points.prefix(Self.maxExported).sorted { $0.timestamp < $1.timestamp })
    }

    private func export(_ points: [TrackPoint]) {
        guard !points.isEmpty else { return }
        let encoders: [any TrackEncoder] = [
            GPXEncoder(), GeoJSONEncoder(), KMLEncoder(), NMEAEncoder(), CSVEncoder(), JSONListEncoder(),
        ]
        for encoder in encoders {
            var export = TrackExport(to: encoder, tolerance: 10)
            for point in points { export.add(point) }
            export.finish()
        }
        let statistics = TrackStatistics(points)
        _ = statistics.finish()
        _ = Outline(simplifying: points).encode()
        if let segment = try? Segment.encode(points.filter { $0.fix.device == points[0].fix.device }) {
            do { _ = try Segment.decode(segment, device: "d") } catch {
                violated("a segment can be read after it was written: \(error)")
            }
        }
    }
}

/// The lines of a recording of gpsd, as the import reads them.
private final class GPSDLines: LineParser {
    private var feed = RecordingFeed()

    func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        feed.read(line.indices.map { line[$0] } + [0x0A]) { record($0, in: &track) }
    }

    func finish(into track: inout ParsedTrack) {
        feed.finish { record($0, in: &track) }
    }

    private func record(_ event: ReceiverEvent, in track: inout ParsedTrack) {
        if case .fix(let fix) = event { track.add(fix, line: 1) }
    }
}
