import HistoryEncoding
import Location

/// The points that are not sealed yet; rows that are of no point, as in a damaged database, are passed over.
final class RecentRun: PointRun {
    private(set) var current: TrackPoint?

    private let rows: RecentTable.Rows
    private let devices: DeviceTable

    init(_ rows: RecentTable.Rows, _ devices: DeviceTable) throws {
        self.rows = rows
        self.devices = devices
        try advance()
    }

    func advance() throws {
        current = nil
        while current == nil, let row = try rows.next() {
            current = row.steps?.point(device: try devices.name(row.device))
        }
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
}
