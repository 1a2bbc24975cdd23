public import Basics
public import FleetProtocol
import HistoryEncoding
public import Location
import PostgreSQL

/// A device with its newest position, as a viewer sees it.
public struct FleetDevice: Hashable, Sendable {
    /// The number in the database.
    public let id: Int32
    /// The name.
    public let name: DeviceName
    /// The names of its teams that the viewer may see, sorted.
    public let teams: [String]
    /// True if its uploads are refused.
    public let isDisabled: Bool
    /// The newest fix that can be true; nil if there was none.
    public let point: TrackPoint?
    /// What the receiver claims while it is contradicted; nil otherwise.
    public let claim: Claim?
    /// When it last reported anything, by the collector's clock; nil if never.
    public let received: Timestamp?
    /// The time of a fix that lay in the future when it arrived, so that the clock of the device is wrong; nil if none did.
    public let suspectTime: Timestamp?
    /// True if its publisher is connected to the broker; nil if unknown.
    public let isOnline: Bool?
    /// Its last status as JSON, as the collector stored it; nil if it has sent none.
    public let statusText: String?
    /// The time without a report after which it is silent.
    public let staleAfter: Duration
    /// The currency of its position.
    public let state: DeviceState

    /// A position that cannot be true.
    public struct Claim: Hashable, Sendable {
        /// The time of the newest claim.
        public let time: Timestamp
        /// The position; nil for a share.
        public let coordinate: Coordinate?
    }

    /// Its last status; nil if it has sent none.
    ///
    /// Decoded with each call, which takes longer than to read the device.
    public var status: DeviceStatus? { statusText.flatMap { DeviceStatus(Array($0.utf8)) } }
}

extension FleetDevice {
    /// The columns of a fix behind its time, in the order of `QuantisedPoint`.
    static let pointColumns = [
        "latitude", "longitude", "state", "altitude", "ellipsoidal_altitude", "horizontal_accuracy",
        "vertical_accuracy", "speed", "speed_accuracy", "course", "course_accuracy", "climb", "satellites",
    ]

    /// The columns of a claim: of a contradicted device its time is later than that of the fix.
    static let claimColumns = ["claim_time", "claim_latitude", "claim_longitude"]

    /// Sets the columns of a fix to NULL.
    static let noPoint = (["time"] + pointColumns).map { "\($0) = NULL" }.joined(separator: ", ")
    /// Sets the columns of a claim to NULL.
    static let noClaim = claimColumns.map { "\($0) = NULL" }.joined(separator: ", ")

    /// The columns of ``init(_:at:)``, of `device` as d and `last` as l, for a few devices.
    static let columns = columns(
        teams: """
            ARRAY(SELECT t.name FROM whereismy.team_device td JOIN whereismy.team t ON t.id = td.team
                WHERE td.device = d.id ORDER BY t.name)
            """)
    /// The same for many devices, with ``teams``, which reads the teams of all of them once.
    static let columnsOfMany = columns(teams: "teams.names")
    /// Joins the names of the teams of each device, in no order: to sort them takes a sort of all rows.
    static let teams = """
        LEFT JOIN (
            SELECT td.device, array_agg(t.name) AS names
            FROM whereismy.team_device td JOIN whereismy.team t ON t.id = td.team GROUP BY td.device) teams
            ON teams.device = d.id
        """

    private static func columns(teams: String) -> String {
        """
        d.id, d.name, d.is_disabled, l.received, l.suspect_time, l.is_online, l.status::text,
        coalesce(d.stale_after, l.stale_after, \(DeviceState.defaultStaleAfter.milliseconds)), \(teams), l.time,
        """ + " " + (pointColumns + claimColumns).map { "l.\($0)" }.joined(separator: ", ")
    }

    /// Reads a row; nil for a name that this program does not accept.
    init?(_ row: PostgresRow, at now: Timestamp) {
        guard let id = row.integer(at: 0), let name = row.text(at: 1).flatMap({ DeviceName($0) }) else { return nil }
        self.id = Int32(clamping: id)
        self.name = name
        isDisabled = row.boolean(at: 2) ?? false
        received = row.timestamp(at: 3)
        suspectTime = row.timestamp(at: 4)
        isOnline = row.boolean(at: 5)
        statusText = row.text(at: 6)
        staleAfter = row.integer(at: 7).map { .milliseconds($0) } ?? DeviceState.defaultStaleAfter
        teams = (row.texts(at: 8) ?? []).compactMap { $0 }.sorted()
        point = row.point(at: 9, device: name.text)
        let (fixTime, newest) = (point?.timestamp, row.claim(at: 10 + Self.pointColumns.count))
        claim = newest.flatMap { claim in fixTime.map { claim.time > $0 } ?? true ? claim : nil }
        state = DeviceState(
            time: fixTime, claimed: claim?.time, received: received, staleAfter: staleAfter, at: now)
    }
}

extension PostgresRow {
    /// Returns milliseconds since 1970 as a time; nil for NULL.
    func timestamp(at column: Int) -> Timestamp? { integer(at: column).map { Timestamp(milliseconds: $0) } }

    /// Returns the claim whose columns begin at a column; nil without one.
    func claim(at column: Int) -> FleetDevice.Claim? {
        timestamp(at: column).map { time in
            let degrees = [1, 2].map { integer(at: column + $0).map { Double($0) / 1e7 } }
            return FleetDevice.Claim(
                time: time, coordinate: Coordinate(optionalLatitude: degrees[0], longitude: degrees[1]))
        }
    }

    /// Returns the point whose time and columns begin at a column; nil without one, or if its steps are invalid.
    func point(at column: Int, device: String) -> TrackPoint? {
        guard let time = timestamp(at: column) else { return nil }
        let steps = (1...QuantisedPoint.columnCount).map { integer(at: column + $0) }
        return QuantisedPoint(timestamp: time, columns: steps)?.point(device: device)
    }
}
