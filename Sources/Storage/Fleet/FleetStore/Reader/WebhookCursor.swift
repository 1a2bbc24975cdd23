public import PostgreSQL

/// The position of a webhook in the order of the events, stored in the database for all collectors.
///
/// Events are ordered by their transactions, and only those are read behind which no other can appear: of several
/// collectors, one may commit an event with a lower number later.
public struct WebhookCursor {
    /// The first number of the advisory locks ("WIMW").
    private static let lock = 0x5749_4D57

    private let connection: PostgresConnection
    private let name: String

    /// Uses a connection of the service for the webhook of a name.
    public init(_ connection: PostgresConnection, webhook name: String) {
        self.connection = connection
        self.name = name
    }

    /// Passes the next events to a body, in order, until it returns false: such an event is passed again.
    ///
    /// - Returns: False if another collector has the webhook.
    public func forEachEvent(
        atMost limit: Int, _ body: (DeviceEvent) -> Bool
    ) throws(PostgresError) -> Bool {
        guard try take() else { return false }
        for event in try next(atMost: limit) {
            guard body(event) else { break }
            try advance(behind: event)
        }
        try release()
        return true
    }

    /// Takes the webhook for this connection until ``release()``; returns false if another collector has it.
    ///
    /// The cursor of a new webhook begins now.
    func take() throws(PostgresError) -> Bool {
        let taken = try connection.query("SELECT pg_try_advisory_lock(\(Self.lock), hashtext($1))", [.text(name)])
        guard taken.first?.boolean(at: 0) == true else { return false }
        try connection.query(
            """
            INSERT INTO whereismy.webhook(name, version, event)
            VALUES($1, pg_snapshot_xmin(pg_current_snapshot()), 0) ON CONFLICT DO NOTHING
            """, [.text(name)])
        return true
    }

    /// Leaves the webhook to others.
    func release() throws(PostgresError) {
        try connection.query("SELECT pg_advisory_unlock(\(Self.lock), hashtext($1))", [.text(name)])
    }

    /// Returns the next events, in order.
    func next(atMost limit: Int) throws(PostgresError) -> [DeviceEvent] {
        try connection.query(
            """
            SELECT \(DeviceEvent.columns) FROM whereismy.webhook w
            JOIN whereismy.event e ON (e.version, e.id) > (w.version, w.event)
            JOIN whereismy.device d ON d.id = e.device
            WHERE w.name = $1 AND e.version >= w.version AND e.version < pg_snapshot_xmin(pg_current_snapshot())
            ORDER BY e.version, e.id LIMIT $2
            """, [.text(name), .integer(Int64(limit))]
        ).compactMap { DeviceEvent($0) }
    }

    /// Moves behind an event.
    func advance(behind event: DeviceEvent) throws(PostgresError) {
        try connection.query(
            """
            UPDATE whereismy.webhook w SET version = e.version, event = e.id
            FROM whereismy.event e WHERE w.name = $1 AND e.id = $2
            """, [.text(name), .integer(event.id)])
    }
}
