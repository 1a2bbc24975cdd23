public import Basics
public import FleetProtocol
public import Location
import PostgreSQL

/// An event of a device: at one of its places, of its anchor watch, or of its silence.
public struct DeviceEvent: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A place was entered.
        case enter
        /// A place was left.
        case leave
        /// The anchor drags.
        case dragging
        /// The boat is inside the swing circle again.
        case holding
        /// The anchor watch has no current position.
        case lost
        /// The anchor watch has a current position again.
        case found
        /// The receiver is contradicted: its position cannot be true.
        case contradicted
        /// The receiver is trusted again.
        case trusted
        /// Nothing has come from the device for its `stale-after`.
        case silent
        /// The device reports again.
        case back

        /// True for events about the trust in the receiver, whose place is `receiver`.
        public var isOfReceiver: Bool { self == .contradicted || self == .trusted }
    }

    /// The number, unique in the database.
    public let id: Int64
    /// The device.
    public let device: DeviceName
    /// The kind.
    public let kind: Kind
    /// The name of the place, `anchor` or `receiver`; nil for silence.
    public let place: String?
    /// When it was decided.
    public let time: Timestamp
    /// When it happened, as estimated; not after `time`.
    public let since: Timestamp
    /// The position; nil if unknown.
    public let coordinate: Coordinate?
    /// Who accepted the claim of the receiver; nil for all other events, and if it is trusted by itself.
    public let by: String?
}

extension DeviceEvent {
    /// Creates an event that did not happen, to test webhooks and hooks.
    public init(testing kind: Kind, of device: DeviceName, place: String?, at time: Timestamp) {
        (self.id, self.device, self.kind, self.place) = (0, device, kind, place)
        (self.time, since, coordinate, by) = (time, time, nil, nil)
    }

    /// The columns of ``init(_:)``, of `event` as e and `device` as d.
    static let columns = "e.id, d.name, e.kind, e.place, e.time, e.since, e.latitude, e.longitude, e.author"

    /// Reads a row; nil for a kind or a name that this program does not know.
    init?(_ row: PostgresRow) {
        guard let id = row.integer(at: 0), let device = row.text(at: 1).flatMap({ DeviceName($0) }),
            let kind = row.text(at: 2).flatMap(Kind.init), let time = row.timestamp(at: 4)
        else { return nil }
        self.id = id
        self.device = device
        self.kind = kind
        place = row.text(at: 3).flatMap { $0.isEmpty ? nil : $0 }
        self.time = time
        since = row.timestamp(at: 5) ?? time
        by = row.text(at: 8)
        coordinate = Coordinate(optionalLatitude: row.real(at: 6), longitude: row.real(at: 7))
    }
}

extension FleetReader {
    private static let selection = """
        SELECT \(DeviceEvent.columns), e.version::text::bigint
        FROM whereismy.event e JOIN whereismy.device d ON d.id = e.device
        """
    private static let pageSize = 1000
    /// The events behind the one of a version and a number.
    private static let page = """
        \(selection) WHERE e.version >= $1 AND (e.version, e.id) > ($1, $2)
        ORDER BY e.version, e.id LIMIT \(pageSize)
        """

    /// Returns the events that were stored since a version, some of them perhaps again, in order of arrival.
    ///
    /// Read the next version with ``changes(since:at:)`` **before**: no event is then missed.
    ///
    /// - Throws: ``PostgresError``.
    public func events(since version: StoreVersion) throws -> [DeviceEvent] {
        try read {
            var events: [DeviceEvent] = []
            var place = (version: version.transaction, id: Int64(0))
            while true {
                let rows = try connection.query(Self.page, [.integer(place.version), .integer(place.id)])
                events += rows.compactMap(DeviceEvent.init)
                guard rows.count == Self.pageSize, let last = rows.last else { return events }
                place = (last.integer(at: 9) ?? .max, last.integer(at: 0) ?? .max)
            }
        }
    }

    /// The newest events before a time, whole moments of them, up to a limit that keeps the memory bounded.
    ///
    /// The visible names are collected before one is looked for: a name that others have takes as long as an unused
    /// one.
    private static func newest(ofOne: Bool) -> String {
        let condition =
            ofOne ? "AND e.device = (SELECT visible.id FROM visible WHERE visible.name = $3)" : "AND $3::text IS NULL"
        return """
            WITH visible AS MATERIALIZED (SELECT id, name FROM whereismy.device),
            newest AS (
                SELECT e.* FROM whereismy.event e WHERE e.time < $1 \(condition)
                ORDER BY e.time DESC FETCH FIRST ($2) ROWS WITH TIES)
            SELECT \(DeviceEvent.columns) FROM newest e JOIN whereismy.device d ON d.id = e.device
            ORDER BY e.time DESC, e.id DESC LIMIT \(maxNewest)
            """
    }
    private static let maxNewest = 20_000

    /// Returns the newest events of a device, or all that the viewer may see, the newest first.
    ///
    /// After `limit` events only those of the same time follow, as of a fleet that falls silent at once.
    public func events(
        of device: DeviceName? = nil, before: Timestamp? = nil, limit: Int = 100
    ) throws -> [DeviceEvent] {
        try read {
            try connection.query(
                Self.newest(ofOne: device != nil),
                [.integer(before?.milliseconds ?? .max), .integer(Int64(limit)), PostgresValue(device?.text)]
            ).compactMap(DeviceEvent.init)
        }
    }
}
