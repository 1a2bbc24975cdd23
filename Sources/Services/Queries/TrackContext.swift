import Basics
import History
import HistoryEncoding
import Location
import Tracks

/// What lies beside a period in a history.
///
/// Days add up to their week only if each of them knows what the week knows: which points beside its ends are outliers,
/// and where the step to its first point begins. That step belongs to the period, however long it is.
final class TrackContext {
    /// The milliseconds within which it is decided which points are outliers.
    private static let span = TrackPart.span

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
    ///
    /// - Throws: `HistoryError`.
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
        guard let start else { return nil }
        let last = try history.neighbours(of: start.later(by: -1), device: device).before
        let ends = try last.flatMap { try track(of: $0.fix.device) }?.ends
        return ends.map { PathEnd(point: $0.last, usual: $0.usual) }
    }

    private func track(of device: String, before moment: Timestamp) throws -> TrackStatistics? {
        let last = try history.neighbours(of: moment.later(by: -1), device: device).before
        guard let last else { return nil }
        let earlier = try history.neighbours(of: last.timestamp.later(by: -1), device: device).before
        let start = min(last.timestamp.later(by: -Self.span), earlier?.timestamp ?? last.timestamp)
        var statistics = TrackStatistics()
        let query = PointQuery(from: start, to: last.timestamp, device: device)
        _ = try history.forEachDecodedPart(query) { statistics.add($0) }
        return statistics
    }

    /// Passes the parts of a device's track after a moment, until a body returns false.
    ///
    /// - Throws: `HistoryError`.
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
