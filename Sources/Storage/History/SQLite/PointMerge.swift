import Basics
import Location

/// Merges sealed and recent points into one sequence: by time, then by device.
///
/// A segment is opened when its first point is due, so that only overlapping ones are open.
struct PointMerge {
    /// Segments that could not be read.
    private(set) var damaged: [DamagedSegment] = []

    private let headers: SegmentHeaders
    private let segments: SegmentTable
    private let devices: DeviceTable
    private var upcoming: SegmentHeader?
    private var cursors: [any PointCursor]

    init(headers: SegmentHeaders, recent: RecentCursor, segments: SegmentTable, devices: DeviceTable) throws {
        self.headers = headers
        self.segments = segments
        self.devices = devices
        cursors = recent.current == nil ? [] : [recent]
        upcoming = try headers.next()
    }

    /// Iterates over the points.
    mutating func forEach(_ body: (TrackPoint) throws -> Void) throws {
        while true {
            try openSegments()
            guard let first = earliest() else { return }
            let cursor = cursors[first]
            let limit = limit(besides: first)
            repeat {
                guard let point = cursor.current else { break }
                try body(point)
                try cursor.advance()
            } while cursor.current.map { $0.timestamp < limit } ?? false
            if cursor.current == nil { close(first) }
        }
    }

    private mutating func openSegments() throws {
        while let header = upcoming, header.start <= cursors.compactMap(\.current?.timestamp).min() ?? .latest {
            let cursor = try SegmentCursor(header, segments, device: devices.name(header.device))
            cursors.append(cursor)
            if cursor.current == nil { close(cursors.count - 1) }
            upcoming = try headers.next()
        }
    }

    private mutating func close(_ index: Int) {
        let cursor = cursors.remove(at: index)
        if let damage = (cursor as? SegmentCursor)?.damage { damaged.append(damage) }
    }

    private func earliest() -> Int? {
        cursors.indices.min { isBefore(cursors[$0].current, cursors[$1].current) }
    }

    private func isBefore(_ left: TrackPoint?, _ right: TrackPoint?) -> Bool {
        guard let left, let right else { return left != nil }
        return (left.timestamp, left.fix.device) < (right.timestamp, right.fix.device)
    }

    /// Returns the time up to which a cursor can advance without comparison to the others.
    private func limit(besides index: Int) -> Timestamp {
        var limit = upcoming?.start ?? .latest
        for other in cursors.indices where other != index {
            if let point = cursors[other].current { limit = min(limit, point.timestamp) }
        }
        return limit
    }
}

/// A cursor over points in order of time.
protocol PointCursor: AnyObject {
    /// The current point; nil at the end.
    var current: TrackPoint? { get }

    /// Advances to the next point.
    func advance() throws
}
