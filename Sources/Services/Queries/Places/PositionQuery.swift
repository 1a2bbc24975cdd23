public import Basics
public import History
import Location
public import Tracks

/// Finds out where it was at a moment.
public struct PositionQuery {
    private let history: any HistoryStore
    private let moment: Timestamp

    private let rule = GapRule()

    /// Asks a history for a moment.
    public init(history: any HistoryStore, moment: Timestamp) {
        self.history = history
        self.moment = moment
    }

    /// Where it was, by one receiver or by whichever tells.
    ///
    /// - Parameter device: the receiver; nil for whichever tells.
    /// - Returns: the answer, and what was too damaged to be looked at.
    /// - Throws: `HistoryError`.
    public func run(device: String?) throws -> (TrackPosition, [DamagedSegment]) {
        let nearest = try history.neighbours(of: moment, device: device)
        let found = try whereabouts(nearest)
        guard case .unknown = found, let before = nearest.before, let after = nearest.after,
            before.fix.device != after.fix.device
        else { return (found, nearest.damaged) }
        // Several receivers took turns: what lies between the fixes of one of them is known by that one.
        for device in [before.fix.device, after.fix.device] {
            let own = try history.neighbours(of: moment, device: device)
            let found = try whereabouts(own)
            if case .unknown = found { continue }
            return (found, own.damaged)
        }
        return (found, nearest.damaged)
    }

    private func whereabouts(_ nearest: Neighbours) throws -> TrackPosition {
        Interpolation(rule: rule).position(
            at: moment, before: nearest.before, after: nearest.after, usual: try usualInterval(nearest))
    }

    /// What passed before the point before: only asked for where it matters.
    private func usualInterval(_ nearest: Neighbours) throws -> Duration? {
        guard let before = nearest.before, let after = nearest.after,
            after.timestamp - before.timestamp > rule.maxSilence
        else { return nil }
        let earlier = try history.neighbours(of: before.timestamp + .milliseconds(-1), device: before.fix.device).before
        return earlier.map { before.timestamp - $0.timestamp }
    }
}
