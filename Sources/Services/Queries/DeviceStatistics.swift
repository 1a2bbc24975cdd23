import Basics
import Location
import Tracks

/// The statistics of several devices, while points arrive by time.
///
/// A device has one summary, and one or more tracks: a track ends at a gap in which another device recorded, so that
/// both can be parts of one ``path``.
struct DeviceStatistics: Sendable {
    /// The tracks that may continue, by device name.
    private var open: [String: DeviceTrack] = [:]
    private var closed: [DeviceTrack] = []
    /// The statistics of the devices with more than one track.
    private var undivided: [String: TrackStatistics] = [:]
    private var newest: TrackPoint?
    private var points = 0

    mutating func add(_ point: TrackPoint) {
        points += 1
        let name = point.fix.device
        if let newest, newest.fix.device != name { endTrack(of: name, before: point, if: newest) }
        newest = point
        open[name, default: DeviceTrack(first: point)].add(point)
        if !undivided.isEmpty { undivided[name]?.add(point) }
    }

    /// Ends the track of a device if the point of another one interrupted it.
    private mutating func endTrack(of name: String, before point: TrackPoint, if other: TrackPoint) {
        guard let track = open[name], track.isInterrupted(by: other, before: point) else { return }
        closed.append(track)
        open[name] = nil
        if undivided[name] == nil { undivided[name] = track.statistics }
    }

    /// The summaries, by device name.
    var summaries: [(name: String, summary: TrackSummary)] {
        open.map { (name: $0.key, summary: (undivided[$0.key] ?? $0.value.statistics).finish()) }
            .sorted { $0.name < $1.name }
    }

    /// The path that all devices together record; nil without points.
    var path: SharedPath? {
        SharedPath((closed + open.values).map(\.section), points: points)
    }
}

/// A track of one device.
private struct DeviceTrack: Sendable {
    private(set) var statistics = TrackStatistics()
    private let first: TrackPoint

    init(first: TrackPoint) {
        self.first = first
    }

    mutating func add(_ point: TrackPoint) { statistics.add(point) }

    /// Returns true if another device recorded in a gap between the last point and the next, for a minute or more.
    func isInterrupted(by other: TrackPoint, before next: TrackPoint) -> Bool {
        let rule = GapRule()
        guard let last = statistics.last, other.timestamp - last.timestamp >= rule.maxSilence else { return false }
        return rule.isGap(from: last, to: next, usual: statistics.usualInterval)
    }

    var section: PathSection {
        PathSection(
            first: first, last: statistics.last ?? first, usual: statistics.usualInterval, summary: statistics.finish())
    }
}
