import Basics
import History
import HistoryEncoding
import Location
import Tracks

/// The points beside a period in a history.
///
/// Days add up to their week only if each of them knows what the week knows: which points beside its ends are outliers,
/// and where the step to its first point begins. That step belongs to the period, however long it is.
final class TrackContext {
    /// The milliseconds within which it is decided which points are outliers.
    private static let span = TrackPart.span

    /// The number of points before the period that may all be outliers.
    private static let maxOutliers = 200

    private let history: any HistoryReader
    private let start: Timestamp?
    private var known: [String: TrackStatistics?] = [:]

    /// - Parameters:
    ///   - history: the history.
    ///   - start: the beginning of the period; nil if no step leads to it.
    init(_ history: any HistoryReader, before start: Timestamp?) {
        self.history = history
        self.start = start
    }

    /// Returns the statistics of the end of a device's track before the period; nil without one.
    func track(of device: String) throws -> TrackStatistics? {
        if let track = known[device] { return track }
        let track = try start.flatMap { try self.track(of: device, before: $0) }
        known[device] = .some(track)
        return track
    }

    /// Returns the end of the path before the period, of a device or of all; nil without one.
    ///
    /// - Throws: `HistoryError`.
    func end(of device: String?) throws -> PathEnd? {
        var latest: PathEnd?
        var moment = start
        // If a device's last points are outliers, another one may have the last point that counts.
        for _ in 0..<Self.maxOutliers {
            let last = try moment.flatMap { try history.neighbours(of: $0.later(by: -1), device: device).before }
            guard let last, latest.map({ $0.point.timestamp < last.timestamp }) ?? true else { break }
            moment = last.timestamp
            latest = [latest, try end(ofTrack: last.fix.device)].compactMap(\.self)
                .max { $0.point.timestamp < $1.point.timestamp }
            if latest?.point.timestamp == moment { break }
        }
        return latest
    }

    /// Returns the last point of a device before the period that counts; nil without one.
    private func end(ofTrack device: String) throws -> PathEnd? {
        guard let start, var track = try track(of: device) else { return nil }
        if track.isUndecided {
            try forEachPart(of: device, after: start.later(by: -1)) {
                track.decide(by: $0)
                return track.isUndecided
            }
        }
        return track.ends.map { PathEnd(point: $0.last, usual: $0.usual) }
    }

    private func track(of device: String, before moment: Timestamp) throws -> TrackStatistics? {
        let last = try history.neighbours(of: moment.later(by: -1), device: device).before
        guard let last else { return nil }
        let earlier = try history.neighbours(of: last.timestamp.later(by: -1), device: device).before
        let near = min(last.timestamp.later(by: -Self.span), earlier?.timestamp ?? last.timestamp)
        // An outlier at the beginning is one only beside the point before it.
        let start = try history.neighbours(of: near.later(by: -1), device: device).before?.timestamp ?? near
        var statistics = TrackStatistics()
        let query = PointQuery(from: start, to: last.timestamp, device: device)
        _ = try history.forEachDecodedPart(query) { statistics.add($0) }
        return statistics
    }

    /// Passes the parts of a device's track after a moment, until a body returns false.
    func forEachPart(of device: String, after moment: Timestamp, _ body: (TrackPart) -> Bool) throws {
        var moment = moment
        var isWanted = true
        while isWanted, let next = try history.neighbours(of: moment.later(by: 1), device: device).after {
            moment = next.timestamp.later(by: Self.span)
            let query = PointQuery(from: next.timestamp, to: moment, device: device)
            _ = try history.forEachDecodedPart(query) { if isWanted { isWanted = body($0) } }
        }
    }
}

extension Timestamp {
    fileprivate func later(by milliseconds: Int64) -> Timestamp { self + .milliseconds(milliseconds) }
}
