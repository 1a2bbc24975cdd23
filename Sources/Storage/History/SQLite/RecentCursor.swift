import HistoryEncoding
import Location

/// A cursor over points that are not sealed yet, by time, then by device name.
///
/// Invalid rows, as in a damaged database, are skipped.
final class RecentCursor: PointCursor {
    private(set) var current: TrackPoint?

    private let rows: RecentTable.Rows
    private let devices: DeviceTable
    private let isDescending: Bool
    /// The remaining points of one time, the next one last.
    private var same: [TrackPoint] = []
    /// The first row of the following time.
    private var ahead: TrackPoint?

    init(_ rows: RecentTable.Rows, _ devices: DeviceTable, isDescending: Bool = false) throws {
        self.rows = rows
        self.devices = devices
        self.isDescending = isDescending
        ahead = try read()
        try advance()
    }

    func advance() throws {
        if same.isEmpty { try collect() }
        current = same.popLast()
    }

    /// Advances to the next point that is no claim of a contradicted receiver, and returns it; nil if there is none.
    func firstTrusted() throws -> TrackPoint? {
        while let current, !current.isTrusted { try advance() }
        return current
    }

    /// Returns all remaining points.
    func all() throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        while let current {
            points.append(current)
            try advance()
        }
        return points
    }

    private func collect() throws {
        guard let first = ahead else { return }
        same = [first]
        ahead = try read()
        while let next = ahead, next.timestamp == first.timestamp {
            same.append(next)
            ahead = try read()
        }
        guard same.count > 1 else { return }
        same.sort { ($0.fix.device > $1.fix.device) != isDescending }
    }

    private func read() throws -> TrackPoint? {
        while let row = try rows.next() {
            if let point = row.steps?.point(device: try devices.name(row.device)) { return point }
        }
        return nil
    }
}
