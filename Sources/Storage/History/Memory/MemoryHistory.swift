public import Basics
import HistoryEncoding
public import Location

/// A history in memory, for tests and for machines that keep nothing: the same answers, gone with the process.
public final class MemoryHistory: HistoryStore {
    /// By time, and by device where times are the same; in steps, as a segment gives them back.
    private var points: [TrackPoint] = []
    private var keys: Set<Key> = []
    /// By moment, else as they came.
    var placeEvents: [PlaceEvent] = []

    private struct Key: Hashable {
        let time: Timestamp
        let device: String

        init(_ point: TrackPoint) {
            time = point.timestamp
            device = point.fix.device
        }
    }

    /// There is room for any number of devices.
    public var hasDeviceOverflow: Bool { false }

    /// Makes an empty history.
    public init() {}

    /// Adds points as they come.
    public func append(_ more: [TrackPoint]) -> Int {
        let new = more.filter { $0.timestamp.isStorable && keys.insert(Key($0)).inserted }
        points += new.compactMap { QuantisedPoint($0).point(device: $0.fix.device) }
        sort()
        return new.count
    }

    /// Adds many points at once.
    public func bulkAppend(_ points: [TrackPoint]) -> Int { append(points) }

    /// Seals the full hours before a moment.
    public func seal(before moment: Timestamp) {}

    /// Gives each point that is asked for, by time.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) rethrows -> [DamagedSegment] {
        for point in points where query.contains(point) { try body(point) }
        return []
    }

    /// The points before and after a moment.
    public func neighbours(of moment: Timestamp, device: String?) -> Neighbours {
        let wanted = points.filter { device == nil || $0.fix.device == device }
        return Neighbours(
            before: wanted.last { $0.timestamp <= moment }, after: wanted.first { $0.timestamp >= moment })
    }

    /// Gives the simplified lines of a span.
    public func forEachOutline(
        _ query: PointQuery, _ body: (DeviceOutline) throws -> Void
    ) rethrows -> [DamagedSegment] {
        for group in HourGroups(points).groups where group.points.contains(where: query.contains) {
            try body(DeviceOutline(group))
        }
        return []
    }

    /// Gives what has a part in a span, in figures.
    public func forEachHourSummary(_ query: PointQuery, _ body: (HourSummary) throws -> Void) throws {
        for group in HourGroups(points.filter(query.contains)).groups {
            for sum in try HourSummary.summaries(of: group.points) { try body(sum) }
        }
    }

    /// The devices that points have come from, by name.
    public func deviceNames() -> [String] { Set(points.map(\.fix.device)).sorted() }

    /// What is there, in figures.
    public func info() -> HistoryInfo {
        var tally = SpanCounter()
        for point in points { tally.add(point.timestamp) }
        return HistoryInfo(
            fixes: tally.fixes, recent: tally.fixes, placeEvents: placeEvents.count, segments: 0, bytes: 0,
            freeBytes: 0, first: tally.first, last: tally.last, devices: Set(points.map(\.fix.device)).sorted(),
            gaps: tally.gaps)
    }

    /// Removes everything before a moment.
    public func prune(before moment: Timestamp) -> Int {
        placeEvents.removeAll { $0.moment < moment }
        let before = points.count
        replace(points.filter { $0.timestamp >= moment })
        return before - points.count
    }

    /// Removes and thins what a policy says is old.
    public func apply(_ retention: Retention, at moment: Timestamp) -> Bool {
        if let keep = retention.maxAge { _ = prune(before: moment.before(keep)) }
        for rule in retention.thinning {
            let groups = HourGroups(points).groups.map { $0.thinned(by: rule, before: moment.before(rule.age)) }
            replace(groups.flatMap { $0 })
        }
        return true
    }

    /// Checks everything there is.
    public func verify() -> Verification {
        var result = Verification()
        result.fixes = points.count
        result.placeEvents = placeEvents.count
        return result
    }

    /// Packs everything anew.
    public func vacuum() {}

    private func replace(_ rest: [TrackPoint]) {
        points = rest
        sort()
        keys = Set(points.map(Key.init))
    }

    private func sort() {
        points.sort { ($0.timestamp, $0.fix.device) < ($1.timestamp, $1.fix.device) }
    }
}

extension HourGroups.Group {
    /// Its points, thinned where the last of them is before a moment.
    fileprivate func thinned(by rule: ThinningRule, before moment: Timestamp) -> [TrackPoint] {
        guard let last = points.last, last.timestamp < moment else { return points }
        return rule.thin(points)
    }
}

extension MemoryHistory {
    /// Adds what has happened at places.
    public func append(events more: [PlaceEvent]) -> Int {
        let before = placeEvents.count
        for occurrence in more.compactMap(\.storable) where !placeEvents.contains(where: { $0.isSame(as: occurrence) })
        {
            let place = placeEvents.lastIndex { $0.moment <= occurrence.moment }
            placeEvents.insert(occurrence, at: place.map { $0 + 1 } ?? 0)
        }
        return placeEvents.count - before
    }

    /// Gives what has happened at places.
    public func forEachPlaceEvent(
        _ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void
    ) rethrows {
        for occurrence in placeEvents where span.contains(occurrence.moment) {
            if place ?? occurrence.place == occurrence.place { try body(occurrence) }
        }
    }
}

extension PlaceEvent {
    fileprivate func isSame(as other: PlaceEvent) -> Bool {
        moment == other.moment && place == other.place && kind == other.kind
    }
}
