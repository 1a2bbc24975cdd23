import Basics
import Location
import Tracks

/// The statistics of several devices, while points arrive by time.
struct DeviceStatistics: Sendable {
    private var tracks: [String: DeviceTrack] = [:]
    private var points = 0

    mutating func add(_ point: TrackPoint) {
        points += 1
        tracks[point.fix.device, default: DeviceTrack(first: point)].add(point)
    }

    /// The summaries, by device name.
    var summaries: [(name: String, summary: TrackSummary)] {
        tracks.map { (name: $0.key, summary: $0.value.statistics.finish()) }.sorted { $0.name < $1.name }
    }

    /// The path that all devices together record; nil without points.
    var path: SharedPath? {
        let sections = tracks.values.sorted { ($0.last.timestamp, $0.name) < ($1.last.timestamp, $1.name) }
        guard var path = SharedPath(sections.map(SharedPath.init)) else { return nil }
        path.summary.points = points
        return path
    }
}

/// The track of one device.
private struct DeviceTrack: Sendable {
    private(set) var statistics = TrackStatistics()
    let first: TrackPoint
    private(set) var last: TrackPoint
    /// The interval that ended at the last point.
    private(set) var usual: Duration?

    init(first: TrackPoint) {
        self.first = first
        last = first
    }

    var name: String { first.fix.device }

    mutating func add(_ point: TrackPoint) {
        if statistics.hasPoints { usual = point.timestamp - last.timestamp }
        last = point
        statistics.add(point)
    }
}

/// The path of a vehicle with several receivers, put together from their tracks.
///
/// Receivers that record at the same time record one path twice, so only one of them counts: among all selections of
/// tracks that do not overlap in time, the one with the greatest distance, then the longest time with fixes.
struct SharedPath: Sendable {
    /// The devices, by time.
    private(set) var devices: [String]
    /// The device that went farthest.
    private(set) var farthest: String
    /// The figures of all tracks; those of the whole path include the times without fixes between them.
    var summary: TrackSummary
    /// The first point.
    let first: TrackPoint
    /// The last point.
    private(set) var last: TrackPoint
    /// The interval that ended at the last point; nil if there is none.
    private(set) var usual: Duration?
    private var maxDistance: Double

    fileprivate init(_ track: DeviceTrack) {
        (devices, farthest) = ([track.name], track.name)
        summary = track.statistics.finish()
        (first, last, usual, maxDistance) = (track.first, track.last, track.usual, summary.distance)
    }

    /// Selects tracks, which are sorted by their last points; nil without any.
    fileprivate init?(_ tracks: [SharedPath]) {
        var paths: [SharedPath] = []
        for track in tracks {
            let earlier = paths.filter { $0.last.timestamp <= track.first.timestamp }
            paths.append(Self.best(earlier)?.followed(by: track) ?? track)
        }
        guard let best = Self.best(paths) else { return nil }
        self = best
    }

    /// Returns the first of the paths that no other exceeds.
    private static func best(_ paths: [SharedPath]) -> SharedPath? {
        paths.reduce(nil) { best, path in best.map { $0.rank < path.rank } ?? true ? path : best }
    }

    private var rank: (Double, Duration) { (summary.distance, summary.moving + summary.standing) }

    private func followed(by track: SharedPath) -> SharedPath {
        var path = self
        path.devices += track.devices
        if track.maxDistance > maxDistance { (path.farthest, path.maxDistance) = (track.farthest, track.maxDistance) }
        path.summary.addUnrecorded(from: last, to: track.first, usual: usual)
        path.summary.add(track.summary)
        (path.last, path.usual) = (track.last, track.usual)
        return path
    }
}
