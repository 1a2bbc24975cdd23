public import Basics
import FleetProtocol
public import History
public import Location
public import PostgreSQL

/// The history of one device as the holders of a link with rounded positions may see it.
///
/// The database rounds them and returns no exact one, hour by hour; it decodes a fix in about 30 us.
public final class SharedHistory: HistoryReader {
    private static let hours = "SELECT shared_hours FROM whereismy.shared_hours($1::integer, $2, $3) ORDER BY 1"
    private static let fixes = "SELECT * FROM whereismy.shared_fixes($1::integer, $2::integer)"

    private let connection: PostgresConnection
    private let device: (number: Int64, name: String)
    private let viewer: FleetViewer

    /// Creates the history of a device.
    ///
    /// - Parameters:
    ///   - connection: A connection of the service, of the same thread.
    ///   - device: The device.
    ///   - viewer: The viewer of the share.
    public init(_ connection: PostgresConnection, of device: FleetDevice, as viewer: FleetViewer) {
        self.connection = connection
        self.device = (Int64(device.id), device.name.text)
        self.viewer = viewer
    }

    /// Returns the name of the device.
    public func deviceNames() -> [String] { [device.name] }

    /// Iterates over matching points by time.
    ///
    /// - Throws: `PostgresError`, or errors of the body.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
        guard query.device.map({ $0 == device.name }) ?? true else { return [] }
        try read {
            for hour in try hours(query.span) {
                for point in try points(of: hour) where query.contains(point) { try body(point) }
            }
        }
        return []
    }

    /// Returns the points before and after a moment.
    ///
    /// - Throws: `PostgresError`.
    public func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours {
        var found = Neighbours(before: nil, after: nil)
        guard device.map({ $0 == self.device.name }) ?? true else { return found }
        try read {
            for hour in try hours(TimeSpan(from: nil, to: moment)).reversed() where found.before == nil {
                found.before = try points(of: hour).last { $0.timestamp <= moment }
            }
            for hour in try hours(TimeSpan(from: moment, to: nil)) where found.after == nil {
                found.after = try points(of: hour).first { $0.timestamp >= moment }
            }
        }
        return found
    }

    /// Does nothing: a simplified line has exact positions.
    public func forEachOutline(_: PointQuery, _: (DeviceOutline) throws -> Void) -> [DamagedSegment] { [] }

    /// Does nothing: links show no events.
    public func forEachPlaceEvent(_: TimeSpan, place _: String?, _: (PlaceEvent) throws -> Void) {}

    /// Does nothing: the distance is that of the exact positions.
    public func forEachHourSummary(_: PointQuery, _: (HourSummary) throws -> Void) {}

    private func hours(_ span: TimeSpan) throws(PostgresError) -> [Int64] {
        try connection.query(
            Self.hours,
            [.integer(device.number), .integer(span.first.milliseconds), .integer(span.last.milliseconds)]
        ).compactMap { $0.integer(at: 0) }
    }

    private func points(of hour: Int64) throws(PostgresError) -> [TrackPoint] {
        try connection.query(Self.fixes, [.integer(device.number), .integer(hour)])
            .compactMap { RecentRows.point($0, device: device.name) }
    }

    private func read(_ body: () throws -> Void) throws {
        try connection.transaction(isolation: "REPEATABLE READ READ ONLY") {
            try FleetReader.restrict(connection, to: viewer)
            try body()
        }
    }
}

extension FleetShare {
    /// Returns the history of a device with the rights of the share.
    public func history(of device: FleetDevice, _ connection: PostgresConnection) -> any HistoryReader {
        let viewer = FleetViewer(self)
        guard precision == nil else { return SharedHistory(connection, of: device, as: viewer) }
        return FleetHistory(connection, device: Int64(device.id), name: device.name.text) { connection in
            try FleetReader.restrict(connection, to: viewer)
        }
    }
}
