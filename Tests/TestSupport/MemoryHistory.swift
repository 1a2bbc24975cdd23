public import Basics
public import History
import HistoryEncoding
public import Location

/// A history in memory, the model of a store: the same results, lost with the process.
public final class MemoryHistory: HistoryStore {
    /// Sorted by time, then by device; rounded to steps, as a segment returns them.
    private var points: [TrackPoint] = []
    private var keys: Set<Key> = []
    /// Sorted by moment, then in order of arrival.
    var placeEvents: [PlaceEvent] = []

    private struct Key: Hashable {
        let time: Timestamp
        let device: String

        init(_ point: TrackPoint) {
            time = point.timestamp
            device = point.fix.device
        }
    }

    /// Always false: the number of devices is unlimited.
    public var hasDeviceOverflow: Bool { false }

    /// Creates an empty history.
    public init() {}

    /// Adds points as they arrive.
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

    /// Does nothing: summaries are made from the points.
    public func summarise(upTo limit: Int) -> Bool { true }

    /// Iterates over matching points by time.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) rethrows -> [DamagedSegment] {
        for point in points where query.contains(point) { try body(point) }
        return []
    }

    /// Returns the points before and after a moment.
    public func neighbours(of moment: Timestamp, device: String?) -> Neighbours {
        let matching = points.filter { PointQuery.all.admits($0) && (device == nil || $0.fix.device == device) }
        return Neighbours(
            before: matching.last { $0.timestamp <= moment }, after: matching.first { $0.timestamp >= moment })
    }

    /// Iterates over the simplified lines of a span.
    public func forEachOutline(
        _ query: PointQuery, _ body: (DeviceOutline) throws -> Void
    ) rethrows -> [DamagedSegment] {
        for group in HourGroups(points).groups where group.points.contains(where: query.contains) {
            try body(DeviceOutline(group))
        }
        return []
    }

    /// The names of the devices with points, sorted.
    public func deviceNames() -> [String] { Set(points.map(\.fix.device)).sorted() }

    /// The statistics of the history.
    public func info() -> HistoryInfo {
        var counter = SpanCounter()
        for point in points { counter.add(point.timestamp) }
        return HistoryInfo(
            fixes: counter.fixes, recent: counter.fixes, placeEvents: placeEvents.count, segments: 0, bytes: 0,
            freeBytes: 0, first: counter.first, last: counter.last, devices: Set(points.map(\.fix.device)).sorted(),
            gaps: counter.gaps)
    }

    /// Removes everything before a moment.
    public func prune(before moment: Timestamp) -> Int {
        placeEvents.removeAll { $0.moment < moment }
        let before = points.count
        replace(points.filter { $0.timestamp >= moment })
        return before - points.count
    }

    /// Removes and thins what a retention policy considers old.
    public func apply(_ retention: Retention, at moment: Timestamp) -> Bool {
        if let maxAge = retention.maxAge { _ = prune(before: moment.before(maxAge)) }
        for rule in retention.thinning {
            let groups = HourGroups(points).groups.map { $0.thinned(by: rule, before: moment.before(rule.age)) }
            replace(groups.flatMap { $0 })
        }
        return true
    }

    /// Returns nil: no other process can take it for another history.
    public func identity() -> String? { nil }

    /// Does nothing: late points in memory have no reader.
    public func trimLateRuns(upTo id: Int64) {}

    /// Verifies the history.
    public func verify() -> Verification {
        var result = Verification()
        result.fixes = points.count
        result.placeEvents = placeEvents.count
        return result
    }

    /// Does nothing: memory needs no compaction.
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
    /// Returns the points, thinned if the last of them is before a moment.
    fileprivate func thinned(by rule: ThinningRule, before moment: Timestamp) -> [TrackPoint] {
        guard let last = points.last, last.timestamp < moment else { return points }
        return rule.thin(points)
    }
}

extension MemoryHistory {
    /// Adds place events.
    public func append(events more: [PlaceEvent]) -> Int {
        let before = placeEvents.count
        for event in more.compactMap(\.storable) where !placeEvents.contains(where: { $0.isSame(as: event) }) {
            let index = placeEvents.lastIndex { $0.moment <= event.moment }
            placeEvents.insert(event, at: index.map { $0 + 1 } ?? 0)
        }
        return placeEvents.count - before
    }

    /// Iterates over place events.
    public func forEachPlaceEvent(
        _ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void
    ) rethrows {
        for event in placeEvents where span.contains(event.moment) {
            if place ?? event.place == event.place { try body(event) }
        }
    }
}

extension PlaceEvent {
    fileprivate func isSame(as other: PlaceEvent) -> Bool {
        moment == other.moment && place == other.place && kind == other.kind
    }
}
