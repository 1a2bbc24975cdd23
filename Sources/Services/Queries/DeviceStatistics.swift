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
    /// The steps to the first points of the devices.
    private var steps: [String: TrackStep] = [:]

    private struct LastRecord: Sendable {
        let device: String
        let time: Timestamp
    }

    /// Adds a part; the step from a point before the period to the first part of its device counts.
    mutating func add(_ part: TrackPart, after lead: LeadPoint? = nil) {
        points &+= part.points
        let name = part.device
        if let time = (newest?.device == name ? other : newest)?.time { endTrack(before: part, ifRecordedAt: time) }
        noteRecord(of: name, at: part.last.timestamp)
        if open[name] == nil, undivided[name] == nil { steps[name] = lead?.step(to: part.first) }
        let usual = open[name] == nil ? lead.map { part.first.timestamp - $0.point.timestamp } : nil
        open[name, default: DeviceTrack(first: part.first, usual: usual)].statistics.add(part)
        if !undivided.isEmpty { undivided[name]?.add(part) }
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
            var summary = (undivided[name] ?? track.statistics).finish()
            if let step = steps[name] { summary.add(step) }
            return (name: name, summary: summary)
        }.sorted { $0.name < $1.name }
    }

    /// The path that all devices together record; nil without points.
    var path: SharedPath? {
        var rest = steps
        let tracks = closed + open.values
        return SharedPath(tracks.map { $0.section(after: rest.removeValue(forKey: $0.name)) }, points: points)
    }
}

/// A track of one device.
private struct DeviceTrack: Sendable {
    var statistics: TrackStatistics
    private let first: TrackPoint

    init(first: TrackPoint, usual: Duration?) {
        statistics = TrackStatistics(usual: usual)
        self.first = first
    }

    /// Returns true if another device recorded in a gap between the last point and the next, for a minute or more.
    func isInterrupted(at time: Timestamp, before next: TrackPoint) -> Bool {
        let rule = GapRule()
        guard let last = statistics.last, time - last.timestamp >= rule.maxSilence else { return false }
        return rule.isGap(from: last, to: next, usual: statistics.usualInterval)
    }

    var name: String { first.fix.device }

    /// Returns the section of a path, with a step that leads to it.
    func section(after step: TrackStep?) -> PathSection {
        var summary = statistics.finish()
        if let step { summary.add(step) }
        let ends = statistics.ends
        return PathSection(
            first: ends?.first ?? first, last: ends?.last ?? first, usual: ends?.usual, summary: summary)
    }
}
