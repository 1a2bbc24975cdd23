import Basics
import HistoryEncoding
import Location
import Tracks

/// The statistics of several devices, while the parts of their tracks arrive by first point.
///
/// A device has one summary, and one or more tracks: a track ends at a gap in which another device recorded, so that
/// both can be parts of one ``path``.
struct DeviceStatistics: Sendable {
    /// The tracks that may continue, by device name.
    private var open: [String: DeviceTrack] = [:]
    private var closed: [DeviceTrack] = []
    /// The statistics of the devices with more than one track.
    private var undivided: [String: TrackStatistics] = [:]
    /// The device that recorded last, and the last one besides it.
    private var newest: LastRecord?
    private var other: LastRecord?
    private var points = 0

    private struct LastRecord: Sendable {
        let device: String
        let time: Timestamp
    }

    /// Adds a part; the step from the track of its device before the period to the first one counts.
    mutating func add(_ part: TrackPart, after earlier: () throws -> TrackStatistics? = { nil }) rethrows {
        points &+= part.points
        let name = part.device
        if let time = (newest?.device == name ? other : newest)?.time { endTrack(before: part, ifRecordedAt: time) }
        noteRecord(of: name, at: part.last.timestamp)
        if open[name] == nil {
            let before = undivided[name] == nil ? try earlier() : nil
            open[name] = DeviceTrack(first: part.first, after: before)
        }
        open[name]?.statistics.add(part)
        if !undivided.isEmpty { undivided[name]?.add(part) }
    }

    /// The tracks of the devices as wholes, which the next day continues.
    var tracks: [String: TrackStatistics] { open.mapValues(\.statistics).merging(undivided) { $1 } }

    /// The devices whose last points depend on what follows.
    var undecided: [String] { open.filter { $0.value.statistics.isUndecided }.keys.sorted() }

    /// Decides on the last points of a device by the part that follows; returns true if that is not enough.
    mutating func decide(by next: TrackPart) -> Bool {
        open[next.device]?.statistics.decide(by: next)
        undivided[next.device]?.decide(by: next)
        return open[next.device]?.statistics.isUndecided ?? false
    }

    private mutating func noteRecord(of device: String, at time: Timestamp) {
        guard let newest else { return newest = LastRecord(device: device, time: time) }
        if newest.device == device {
            self.newest = LastRecord(device: device, time: max(newest.time, time))
        } else if time < newest.time {
            other = LastRecord(device: device, time: max(other?.time ?? time, time))
        } else {
            (self.newest, other) = (LastRecord(device: device, time: time), newest)
        }
    }

    /// Ends the track of a device if another one recorded in the gap before a part.
    private mutating func endTrack(before part: TrackPart, ifRecordedAt time: Timestamp) {
        guard let track = open[part.device], track.isInterrupted(at: time, before: part.first) else { return }
        closed.append(track)
        open[part.device] = nil
        if undivided[part.device] == nil { undivided[part.device] = track.statistics }
    }

    /// The summaries, by device name.
    var summaries: [(name: String, summary: TrackSummary)] {
        open.map { name, track in
            let statistics = undivided[name] ?? track.statistics
            var summary = statistics.finish()
            if let arrival = statistics.ends?.arrival { summary.add(arrival) }
            return (name: name, summary: summary)
        }.sorted { $0.name < $1.name }
    }

    /// The path that all devices together record; nil without points.
    var path: SharedPath? {
        let tracks = closed + open.values
        // A track of nothing but outliers is at no end of the path.
        let counted = tracks.filter { $0.statistics.ends != nil }
        return SharedPath((counted.isEmpty ? tracks : counted).map(\.section), points: points)
    }
}

private struct DeviceTrack: Sendable {
    var statistics: TrackStatistics
    private let first: TrackPoint

    init(first: TrackPoint, after earlier: TrackStatistics?) {
        statistics = earlier.map { TrackStatistics(after: $0, from: first.timestamp) } ?? TrackStatistics()
        self.first = first
    }

    /// Returns true if another device recorded in a gap between the last point and the next, for a minute or more.
    func isInterrupted(at time: Timestamp, before next: TrackPoint) -> Bool {
        let rule = GapRule()
        guard let last = statistics.last, time - last.timestamp >= rule.maxSilence else { return false }
        return rule.isGap(from: last, to: next, usual: statistics.usualInterval)
    }

    var name: String { first.fix.device }

    /// The section of a path, with the step that leads to it unless that is a gap that ends a trip.
    var section: PathSection {
        var summary = statistics.finish()
        let ends = statistics.ends
        if let arrival = ends?.arrival, !arrival.isLong { summary.add(arrival) }
        return PathSection(
            first: ends?.first ?? first, last: ends?.last ?? first, usual: ends?.usual,
            isContinued: ends?.arrival.map { !$0.isLong } ?? false, summary: summary)
    }
}
