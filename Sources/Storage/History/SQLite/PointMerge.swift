import Basics
import Location

/// Sealed and recent points as one sequence: by time, and by device where times are the same.
///
/// A segment is opened when its first point is due, so there are only as many open as overlap.
struct PointMerge {
    /// Segments that could not be read.
    private(set) var damaged: [DamagedSegment] = []

    private let heads: SegmentHeaders
    private let segments: SegmentTable
    private let devices: DeviceTable
    private var upcoming: SegmentHeader?
    private var runs: [any PointCursor]

    init(headers heads: SegmentHeaders, recent: RecentCursor, segments: SegmentTable, devices: DeviceTable) throws {
        self.heads = heads
        self.segments = segments
        self.devices = devices
        runs = recent.current == nil ? [] : [recent]
        upcoming = try heads.next()
    }

    /// Gives each point to the body.
    mutating func forEach(_ body: (TrackPoint) throws -> Void) throws {
        while true {
            try openSegments()
            guard let first = earliest() else { return }
            let run = runs[first]
            let limit = limit(besides: first)
            repeat {
                guard let point = run.current else { break }
                try body(point)
                try run.advance()
            } while run.current.map { $0.timestamp < limit } ?? false
            if run.current == nil { close(first) }
        }
    }

    private mutating func openSegments() throws {
        while let head = upcoming, head.start <= runs.compactMap(\.current?.timestamp).min() ?? .latest {
            let run = try SegmentCursor(head, segments, device: devices.name(head.device))
            runs.append(run)
            if run.current == nil { close(runs.count - 1) }
            upcoming = try heads.next()
        }
    }

    private mutating func close(_ index: Int) {
        let run = runs.remove(at: index)
        if let damage = (run as? SegmentCursor)?.damage { damaged.append(damage) }
    }

    private func earliest() -> Int? {
        runs.indices.min { isBefore(runs[$0].current, runs[$1].current) }
    }

    private func isBefore(_ left: TrackPoint?, _ right: TrackPoint?) -> Bool {
        guard let left, let right else { return left != nil }
        return (left.timestamp, left.fix.device) < (right.timestamp, right.fix.device)
    }

    /// Up to here a run may go on without a look at the others.
    private func limit(besides index: Int) -> Timestamp {
        var limit = upcoming?.start ?? .latest
        for other in runs.indices where other != index {
            if let point = runs[other].current { limit = min(limit, point.timestamp) }
        }
        return limit
    }
}

/// Points in the order of time, one after the other.
protocol PointCursor: AnyObject {
    /// The point it has come to; nil at the end.
    var current: TrackPoint? { get }

    /// Goes to the next one.
    func advance() throws
}
