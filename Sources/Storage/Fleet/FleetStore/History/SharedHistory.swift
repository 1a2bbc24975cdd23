import Access
public import Basics
import FleetProtocol
public import History
public import Location
public import PostgreSQL

/// The history of one device as the holders of a link may see it.
///
/// The database returns no fix from outside the link's time. With a precision it rounds them and returns no exact one,
/// hour by hour; without one that is only for the hours in which that time begins and ends. It decodes a fix in about
/// 30 us.
public final class SharedHistory: HistoryReader {
    private static let hours = "SELECT shared_hours FROM whereismy.shared_hours($1::integer, $2, $3) ORDER BY 1"
    private static let fixes = "SELECT * FROM whereismy.shared_fixes($1::integer, $2::integer)"
    private static let newest = "SELECT * FROM whereismy.shared_newest($1::integer, $2)"

    private let connection: PostgresConnection
    private let device: (number: Int64, name: String)
    private let share: FleetShare
    private let whole: TimeSpan?

    /// Creates the history of a device as the holders of a share may see it at a time of day.
    public init(_ connection: PostgresConnection, of device: FleetDevice, as share: FleetShare, at now: Timestamp) {
        self.connection = connection
        self.device = (Int64(device.id), device.name.text)
        self.share = share
        whole = share.precision == nil ? share.wholeHours(at: now) : nil
    }

    /// Returns the name of the device.
    public func deviceNames() -> [String] { [device.name] }

    /// Iterates over matching points by time.
    ///
    /// - Throws: `PostgresError`, or errors of the body.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
        guard query.device.map({ $0 == device.name }) ?? true else { return [] }
        let span = query.span
        return try read {
            guard let whole else {
                try forEachSharedPoint(query, in: span, body)
                return []
            }
            let (before, after) = (Timestamp(whole.first, plus: -1), Timestamp(whole.last, plus: 1))
            try forEachSharedPoint(query, in: TimeSpan(first: span.first, last: min(span.last, before)), body)
            var inner = query
            (inner.from, inner.to) = (max(span.first, whole.first), min(span.last, whole.last))
            let damaged = try DeviceHistory(connection, device: device.number, name: device.name)
                .forEachPoint(inner, body)
            try forEachSharedPoint(query, in: TimeSpan(first: max(span.first, after), last: span.last), body)
            return damaged
        }
    }

    /// Returns the newest point at or before a moment; nil if there is none.
    ///
    /// - Throws: `PostgresError`.
    public func newest(upTo moment: Timestamp) throws -> TrackPoint? {
        try read { try newestPoint(upTo: moment) }
    }

    /// Returns the points before and after a moment.
    ///
    /// - Throws: `PostgresError`.
    public func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours {
        var found = Neighbours(before: nil, after: nil)
        guard device.map({ $0 == self.device.name }) ?? true else { return found }
        try read {
            found.before = try newestPoint(upTo: moment)
            for hour in try hours(TimeSpan(from: moment, to: nil)) where found.after == nil {
                found.after = try points(of: hour).first { $0.timestamp >= moment }
            }
        }
        return found
    }

    /// Does nothing: links show points, since a simplified line has exact positions.
    public func forEachOutline(_: PointQuery, _: (DeviceOutline) throws -> Void) -> [DamagedSegment] { [] }

    /// Does nothing: links show no events.
    public func forEachPlaceEvent(_: TimeSpan, place _: String?, _: (PlaceEvent) throws -> Void) {}

    private func forEachSharedPoint(
        _ query: PointQuery, in span: TimeSpan, _ body: (TrackPoint) throws -> Void
    ) throws {
        guard span.first <= span.last else { return }
        for hour in try hours(span) {
            for point in try points(of: hour) where span.contains(point.timestamp) && query.contains(point) {
                try body(point)
            }
        }
    }

    private func newestPoint(upTo moment: Timestamp) throws(PostgresError) -> TrackPoint? {
        let row = try connection.query(Self.newest, [.integer(device.number), .integer(moment.milliseconds)]).first
        if let point = row.flatMap({ RecentRows.point($0, device: device.name) }) { return point }
        // All of the last hour may be claims that cannot be true.
        for hour in try hours(TimeSpan(from: nil, to: moment)).reversed() {
            if let point = try points(of: hour).last(where: { $0.timestamp <= moment }) { return point }
        }
        return nil
    }

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

    private func read<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.transaction(isolation: "REPEATABLE READ READ ONLY") {
            try FleetReader.restrict(connection, to: FleetViewer(share))
            return try body()
        }
    }
}

extension FleetShare {
    /// The time that the database's clock may be behind the service's.
    private static let maxBehind: Duration = .seconds(300)

    /// Returns the hours that lie inside the visible time, of which the segments are visible too; nil if there are none.
    fileprivate func wholeHours(at now: Timestamp) -> TimeSpan? {
        let first = Timestamp(Hour(containing: Timestamp(trackStart, plus: -1)).last, plus: 1)
        guard delay > .zero else { return TimeSpan(from: first, to: nil) }
        let last = Timestamp(Hour(containing: now + (.zero - delay - Self.maxBehind)).start, plus: -1)
        return first <= last ? TimeSpan(from: first, to: last) : nil
    }
}

extension Timestamp {
    fileprivate init(_ time: Timestamp, plus milliseconds: Int64) {
        self.init(milliseconds: time.milliseconds + milliseconds)
    }
}
