public import Basics
public import History
import JSON
public import Location
public import Tracks
import Wire

/// Queries a history for the position at a moment.
public struct PositionQuery {
    private let history: any HistoryReader
    private let moment: Timestamp

    private let rule = GapRule()

    /// Creates a query.
    public init(history: any HistoryReader, moment: Timestamp) {
        self.history = history
        self.moment = moment
    }

    /// Returns the position, by one device or by any.
    ///
    /// - Parameters:
    ///   - device: the device; nil for any.
    ///   - newest: the daemon's newest position, which may not be in the history yet; nil if not known.
    /// - Returns: the position, and damaged segments nearby.
    /// - Throws: `HistoryError`.
    public func run(device: String?, newest: NewestPosition? = nil) throws -> (TrackPosition, [DamagedSegment]) {
        var nearest = try history.neighbours(of: moment, device: device)
        if let newest, newest.isOf(device) {
            if newest.isCurrent(at: moment, device: device) { return (.fix(newest.point), nearest.damaged) }
            nearest.add(newest.point, at: moment)
        }
        let found = try position(nearest)
        guard case .unknown = found, let before = nearest.before, let after = nearest.after,
            before.fix.device != after.fix.device
        else { return (found, nearest.damaged) }
        // Several devices alternated: each of them may know the position between its own fixes.
        for device in [before.fix.device, after.fix.device] {
            var own = try history.neighbours(of: moment, device: device)
            if let newest, newest.point.fix.device == device { own.add(newest.point, at: moment) }
            switch try position(own) {
            case .unknown: continue
            // The other device has a fix within this gap, which may be elsewhere.
            case .interpolated(let position) where position.isInGap: continue
            case let found: return (found, own.damaged)
            }
        }
        return (found, nearest.damaged)
    }

    private func position(_ nearest: Neighbours) throws -> TrackPosition {
        Interpolation(rule: rule).position(
            at: moment, before: nearest.before, after: nearest.after, usual: try usualInterval(nearest))
    }

    /// Returns the interval before the previous point, which is read only if it matters.
    private func usualInterval(_ nearest: Neighbours) throws -> Duration? {
        guard let before = nearest.before, let after = nearest.after,
            after.timestamp - before.timestamp > rule.maxSilence
        else { return nil }
        let earlier = try history.neighbours(of: before.timestamp + .milliseconds(-1), device: before.fix.device).before
        return earlier.map { before.timestamp - $0.timestamp }
    }
}

/// The newest position of a report.
public struct NewestPosition: Hashable, Sendable {
    let point: TrackPoint
    /// The time up to which the position is current; nil if it is not.
    private let current: Timestamp?

    /// Creates the position of a report with its age at `now`, current up to the age `staleAfter`; nil without one.
    public init?(_ report: Report, now: Timestamp, staleAfter: Duration) {
        guard let fix = report.fix, let point = TrackPoint(fix, motion: report.motion ?? .unknown) else { return nil }
        self.point = point
        let isCurrent = report.state == .live && report.age.map { $0 <= staleAfter } ?? false
        current = isCurrent ? now : nil
    }

    /// Returns true if this is the position at a moment, by one device or, with nil, by any: no history is needed.
    ///
    /// This machine's clock decides, which may be behind the receiver's.
    public func isCurrent(at moment: Timestamp, device: String?) -> Bool {
        guard isOf(device), let current, moment <= current else { return false }
        return min(point.timestamp, current + .seconds(-1)) <= moment
    }

    /// Returns true if this is the last known position before a moment, by one device or, with nil, by any.
    public func isLast(before moment: Timestamp, device: String?) -> Bool {
        isOf(device) && point.timestamp <= moment
    }

    fileprivate func isOf(_ device: String?) -> Bool { device == nil || device == point.fix.device }
}

extension Neighbours {
    /// Adds a point that may be closer to the moment.
    fileprivate mutating func add(_ point: TrackPoint, at moment: Timestamp) {
        if point.timestamp <= moment {
            if before.map({ $0.timestamp < point.timestamp }) ?? true { before = point }
        } else if after.map({ $0.timestamp > point.timestamp }) ?? true {
            after = point
        }
    }
}

/// The position at a moment, as JSON.
public struct PositionResult: Hashable, Sendable {
    /// The moment.
    public let moment: Timestamp
    /// The position at the moment.
    public let position: TrackPosition

    /// Creates a result.
    public init(moment: Timestamp, position: TrackPosition) {
        self.moment = moment
        self.position = position
    }

    /// An object: `state` is `fix`, `between` or `unknown`; unknown values are absent.
    ///
    /// A position has the name of its place.
    public func json(_ names: PlaceNames = PlaceNames()) -> [UInt8] {
        JSONWriter.line { json in
            switch position {
            case .fix(let point):
                json.word("state", "fix")
                json.position(at: moment, point.fix)
                json.name(names.name(of: point.coordinate))
                json.point("fix", point)
            case .interpolated(let position):
                json.word("state", "between")
                json.position(at: moment, position.fix)
                json.name(names.name(of: position.coordinate))
                if position.isInGap { json.number("gapDistance", position.distance, decimals: 1) }
                json.point("before", position.before)
                json.point("after", position.after)
            case .unknown(let before, let after):
                json.word("state", "unknown")
                json.time("timestamp", moment)
                json.point("before", before)
                json.point("after", after)
            }
        }
    }
}

extension InterpolatedPosition {
    /// The interpolated position as a fix.
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
