import Basics
import Delivery
import Location

/// The history of a box: what a commit has put on the disk, and what waits for the next one.
struct SimulatedHistory {
    /// The points on the disk, in order of time.
    private(set) var points: [TrackPoint] = []
    private var waiting: [TrackPoint] = []
    private var times: Set<Timestamp> = []
    private var lateRuns: [HistoryChange.LateRun] = []
    private let identity: String

    /// Creates an empty history.
    init(identity: String) { self.identity = identity }

    /// True if a commit has something to do.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Records a point, of which each time is kept once.
    mutating func record(_ point: TrackPoint) {
        if times.insert(point.timestamp).inserted { waiting.append(point) }
    }

    /// Puts what waits on the disk.
    mutating func commit() {
        let late = points.last.map { newest in waiting.filter { $0.timestamp < newest.timestamp } } ?? []
        if let first = late.map(\.timestamp).min(), let last = late.map(\.timestamp).max() {
            let span = LateSpan(device: "", first: first, last: last)
            lateRuns.append(.init(id: Int64(lateRuns.count + 1), span: span))
        }
        points = (points + waiting).sorted { $0.timestamp < $1.timestamp }
        waiting = []
    }

    /// Loses what is not on the disk.
    mutating func losePower() {
        times.subtract(waiting.map(\.timestamp))
        waiting = []
    }

    /// Returns what has changed since a late run.
    func change(after lateID: Int64) -> HistoryChange {
        HistoryChange(
            identity: identity, lastLateID: Int64(lateRuns.count), lateRuns: lateRuns.filter { $0.id > lateID })
    }

    /// Returns the next points, at most a number of them, and whether these are all.
    func points(_ read: HistoryRead, limit: Int) -> (points: [TrackPoint], isEnd: Bool) {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            let isWanted = read.after.map { FixPosition(points[middle]) > $0 } ?? true
            let isBefore = read.first.map { points[middle].timestamp < $0 } ?? false
            if isWanted, !isBefore { high = middle } else { low = middle + 1 }
        }
        let end = read.last.flatMap { last in points[low...].firstIndex { $0.timestamp > last } } ?? points.count
        return (Array(points[low..<end].prefix(limit)), end - low <= limit)
    }
}
