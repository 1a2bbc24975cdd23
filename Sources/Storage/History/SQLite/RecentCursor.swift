import Basics
import HistoryEncoding
import Location
import SQLite

/// The points that are not sealed yet, by time, and by the device's name where times are the same.
///
/// Rows that are of no point, as in a damaged database, are passed over.
final class RecentCursor: PointCursor {
    private(set) var current: TrackPoint?

    private let rows: RecentTable.Rows
    private let devices: DeviceTable
    private let isDescending: Bool
    /// What is left of the points of one time, the next one last.
    private var same: [TrackPoint] = []
    /// The first row of the time after.
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

    /// All that are left.
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
