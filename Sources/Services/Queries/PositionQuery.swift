public import Basics
public import History
import JSON
public import Location
public import Tracks
import Wire

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

/// Where it was at a moment, as JSON.
public struct PositionResult: Hashable, Sendable {
    /// The moment.
    public let moment: Timestamp
    /// Where it was then.
    public let whereabouts: TrackPosition

    /// Makes the answer.
    public init(moment: Timestamp, whereabouts: TrackPosition) {
        self.moment = moment
        self.whereabouts = whereabouts
    }

    /// An object: `state` is `fix`, `between` or `unknown`, and what is not known is absent.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            switch whereabouts {
            case .fix(let point):
                json.word("state", "fix")
                json.position(at: moment, point.fix)
                json.point("fix", point)
            case .interpolated(let position):
                json.word("state", "between")
                json.position(at: moment, position.fix)
                json.point("before", position.before)
                json.point("after", position.after)
            case .unknown(let before, let after):
                json.word("state", "unknown")
                json.time("timestamp", moment)
                json.point("before", before)
                json.point("after", after)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension InterpolatedPosition {
    /// What is known at that moment, as a fix.
    public var fix: Fix {
        var fix = Fix(device: before.fix.device, mode: altitude == nil ? .twoDimensional : .threeDimensional)
        fix.timestamp = timestamp
        fix.coordinate = coordinate
        fix.altitude = altitude
        fix.horizontalAccuracy = horizontalAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .estimate) }
        return fix
    }
}

extension JSONWriter {
    fileprivate mutating func position(at moment: Timestamp, _ fix: Fix) {
        time("timestamp", moment)
        number("latitude", fix.coordinate?.latitude, decimals: 9)
        number("longitude", fix.coordinate?.longitude, decimals: 9)
        number("altitude", fix.altitude, decimals: 3)
        number("horizontalAccuracy", fix.horizontalAccuracy?.radius, decimals: 3)
        string("device", fix.device.isEmpty ? nil : fix.device)
    }
}
