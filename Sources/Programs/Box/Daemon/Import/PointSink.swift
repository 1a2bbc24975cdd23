import Basics
import History
import Location

/// Takes the points of an import in chunks.
protocol PointSink {
    /// Takes a chunk, sorted or not; returns false if no more can be taken.
    func load(_ chunk: [TrackPoint]) -> Bool

    /// Returns what it took, once everything is stored.
    ///
    /// - Throws: ``HistoryError``; chunks before the failed one are stored.
    func finish() throws -> LoadedPoints
}

struct LoadedPoints {
    /// The number of new points.
    var added = 0
    /// The points that another device has.
    var duplicates = DuplicateSample()
    /// The points to which no vehicle can have gone, of those that are new.
    var outliers = OutlierCounter()
    /// The devices and the span of the points; nil unless they were only counted.
    var preview: ImportPreview?
}

/// Counts points and compares them with the history, without adding them.
final class PointCounter: PointSink {
    /// Nil without a history.
    private let history: (any HistoryReader)?
    private var loaded = LoadedPoints()
    private var preview = ImportPreview()
    /// The last time of the last chunk of each device.
    private var ends: [String: Timestamp] = [:]
    private var failure: (any Error)?

    init(_ history: (any HistoryReader)?) {
        self.history = history
    }

    func load(_ chunk: [TrackPoint]) -> Bool {
        do {
            for (device, points) in Dictionary(grouping: chunk, by: \.fix.device) {
                try count(points.sorted { $0.timestamp < $1.timestamp }, device)
            }
        } catch {
            failure = error
        }
        return failure == nil
    }

    func finish() throws -> LoadedPoints {
        if let failure { throw failure }
        loaded.preview = preview
        return loaded
    }

    private func count(_ points: [TrackPoint], _ device: String) throws {
        guard let first = points.first, let last = points.last else { return }
        preview.add(device, first.timestamp...last.timestamp)
        try history.map { try loaded.duplicates.add(points, in: $0) }
        var times = Set(points.map(\.timestamp))
        // The same second may end a chunk and begin the next one.
        if let end = ends.updateValue(last.timestamp, forKey: device) { times.remove(end) }
        let query = PointQuery(
            from: first.timestamp, to: last.timestamp, device: device, showsContradicted: true)
        _ = try history?.forEachPoint(query) { times.remove($0.timestamp) }
        loaded.added += times.count
        loaded.outliers.add(times.count == points.count ? points : points.first(of: [device: times]))
    }
}

/// The devices and the span of counted points.
struct ImportPreview {
    /// More are not named.
    private static let maxDevices = 5

    private var devices: Set<String> = []
    private var span: ClosedRange<Timestamp>?

    mutating func add(_ device: String, _ times: ClosedRange<Timestamp>) {
        devices.insert(device)
        let known = span ?? times
        span = min(known.lowerBound, times.lowerBound)...max(known.upperBound, times.upperBound)
    }

    /// The span and the devices; nil without points.
    var text: String? {
        guard let span else { return nil }
        let names = devices.sorted().prefix(Self.maxDevices).joined(separator: ", ")
        let rest = devices.count > Self.maxDevices ? " and \(devices.count - Self.maxDevices) more" : ""
        return "from \(span.lowerBound.iso8601) to \(span.upperBound.iso8601), of \(names)\(rest)"
    }
}
