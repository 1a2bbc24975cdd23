import Basics
import Location
import Tracks

/// The path of a vehicle with several receivers, put together from their tracks.
///
/// Receivers that record at the same time record one path twice, so only one of them counts: among all selections of
/// tracks that do not overlap in time, the one with the greatest distance, then the longest time with fixes.
struct SharedPath: Sendable {
    /// The devices of the selected tracks, each once, by time.
    let devices: [String]
    /// The device that went farthest.
    let farthest: String
    /// The figures of the selected tracks with the number of points of all tracks, and the times in which no device
    /// recorded.
    private(set) var summary: TrackSummary
    /// True if a track is not selected.
    let hasOverlaps: Bool

    /// The first track of all.
    private let begin: PathSection
    /// The track of all that ends last.
    private let end: PathSection

    /// Selects tracks; nil without any.
    init?(_ tracks: [PathSection], points: Int) {
        let byStart = tracks.sorted { ($0.first.timestamp, $0.name) < ($1.first.timestamp, $1.name) }
        guard let begin = byStart.first else { return nil }
        let selected = Self.selection(of: tracks.sorted { ($0.last.timestamp, $0.name) < ($1.last.timestamp, $1.name) })
        var summary = selected.reduce(into: TrackSummary()) { $0.add($1.summary) }
        summary.points = points
        // Also a device that is not selected has recorded, so the gaps are those of all tracks.
        end = byStart.dropFirst().reduce(begin) { latest, track in
            summary.addUnrecorded(from: latest.last, to: track.first, usual: latest.usual)
            return track.last.timestamp > latest.last.timestamp ? track : latest
        }
        self.begin = begin
        self.summary = summary
        devices = selected.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
        let distances = selected.reduce(into: [:]) { $0[$1.name, default: 0] += $1.summary.distance }
        farthest = devices.max { distances[$0, default: 0] < distances[$1, default: 0] } ?? begin.name
        hasOverlaps = selected.count < tracks.count
    }

    var last: PathEnd { PathEnd(point: end.last, usual: end.usual) }

    /// Adds the time without fixes of any device since an earlier path, which leads to this one.
    mutating func add(since earlier: PathEnd) {
        guard !begin.isContinued || begin.name != earlier.point.fix.device else { return }
        var whole = TrackSummary()
        whole.addUnrecorded(from: earlier.point, to: begin.first, usual: earlier.usual)
        whole.add(summary)
        summary = whole
    }

    /// Selects from tracks that are sorted by their last points.
    private static func selection(of tracks: [PathSection]) -> [PathSection] {
        // The best path that ends with each track, and the track before it there.
        var paths: [(rank: (Double, Duration), previous: Int?)] = []
        for track in tracks {
            let earlier = paths.indices.filter { tracks[$0].isBefore(track) }.max { paths[$0].rank < paths[$1].rank }
            let before = earlier.map { paths[$0].rank } ?? (0, .zero)
            let covered = track.summary.moving + track.summary.standing
            paths.append(((before.0 + track.summary.distance, before.1 + covered), earlier))
        }
        var selected: [PathSection] = []
        var next = paths.indices.max { paths[$0].rank < paths[$1].rank }
        while let index = next {
            selected.append(tracks[index])
            next = paths[index].previous
        }
        return selected.reversed()
    }
}

struct PathEnd: Sendable {
    /// The last point of all devices.
    let point: TrackPoint
    /// The interval that ended there; nil if there is none.
    let usual: Duration?
}

/// A track of one device that may be a part of a path.
struct PathSection: Sendable {
    /// The time for which two receivers may both record while one replaces the other.
    private static let maxHandover = GapRule().maxSilence

    let first: TrackPoint
    let last: TrackPoint
    /// The interval that ended at the last point; nil if there is none.
    let usual: Duration?
    /// True if the step from the device's track before it is part of it.
    let isContinued: Bool
    let summary: TrackSummary

    var name: String { first.fix.device }

    private var duration: Duration { last.timestamp - first.timestamp }

    /// Returns true if a track follows this one.
    ///
    /// Two that both last longer than twice the time of a handover may overlap by as much. That part of the path is
    /// counted twice; without it, seconds would cost half a day.
    func isBefore(_ later: PathSection) -> Bool {
        let overlap = last.timestamp - later.first.timestamp
        guard overlap > .zero else { return true }
        return overlap <= Self.maxHandover && min(duration, later.duration) > Self.maxHandover * 2
    }
}
