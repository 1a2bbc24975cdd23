public import Access
public import Basics
public import FleetProtocol
public import PostgreSQL

/// Finds out who presents a secret.
///
/// A secret is looked up by the SHA-256 of its 160 random bits: the time of the search reveals nothing about it. Owned by
/// the thread of its connection, which has the rights of the collector.
public final class FleetAccess {
    let connection: PostgresConnection

    /// Creates a lookup.
    public init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Returns the devices of tokens, without unknown tokens and those of disabled devices.
    public func devices(
        of tokens: [SecretHash], at now: Timestamp
    ) throws(PostgresError) -> [SecretHash: DeviceName] {
        let found = try connection.query(
            """
            SELECT given.index, d.name, t.last_used FROM unnest($1::text[]) WITH ORDINALITY AS given(hash, index)
            JOIN whereismy.token t ON t.hash = decode(given.hash, 'hex') JOIN whereismy.device d ON d.id = t.device
            WHERE t.kind = 'device' AND NOT d.is_disabled AND (t.expires IS NULL OR t.expires > $2)
            """, [.texts(tokens.map(\.hexadecimal)), .integer(now.milliseconds)])
        var devices: [SecretHash: DeviceName] = [:]
        for row in found {
            guard let index = row.integer(at: 0), let name = row.text(at: 1) else { continue }
            let token = tokens[Int(index) - 1]
            devices[token] = DeviceName(name)
            try noteUse(of: token, last: row.timestamp(at: 2), at: now)
        }
        return devices
    }

    /// Returns the viewer of a program's token, with the rights of its member up to its own role; nil for an unknown one.
    public func viewer(program token: SecretHash, at now: Timestamp) throws(PostgresError) -> FleetViewer? {
        try viewer("program", token, at: now)?.viewer
    }

    /// Returns the viewer of a session and its expiry; nil for an unknown or expired one.
    public func viewer(
        session: SecretHash, at now: Timestamp
    ) throws(PostgresError) -> (viewer: FleetViewer, expires: Timestamp)? {
        guard let found = try viewer("session", session, at: now), let expires = found.expires else { return nil }
        return (found.viewer, expires)
    }

    /// Returns a member by name, as a reverse proxy sends it; nil if there is none.
    public func member(named name: String) throws(PostgresError) -> FleetViewer? {
        try connection.query("\(Self.memberQuery) WHERE m.name = $1 GROUP BY m.id", [.text(name)]).first
            .flatMap(Self.viewer)
    }

    /// Returns all members, sorted by name.
    public func members() throws(PostgresError) -> [FleetViewer] {
        try connection.query("\(Self.memberQuery) GROUP BY m.id ORDER BY m.name").compactMap(Self.viewer)
    }

    /// Begins a session with the code of a sign-in link, which is used up then; nil for an unknown, used or expired
    /// code.
    ///
    /// The name of the session is for lists.
    public func beginSession(
        link: SecretHash, name: String, at now: Timestamp
    ) throws -> (viewer: FleetViewer, secret: Secret)? {
        try connection.transaction {
            let used = try connection.query(
                """
                DELETE FROM whereismy.token t USING whereismy.member m WHERE m.id = t.member AND t.kind = 'link'
                    AND t.hash = decode($1, 'hex') AND t.expires > $2 RETURNING m.name
                """, [.text(link.hexadecimal), .integer(now.milliseconds)]
            ).first?.text(at: 0)
            guard let used, let viewer = try member(named: used), case .member(let id) = viewer.identity else {
                return nil
            }
            let secret = Secret.random()
            try connection.query(
                """
                INSERT INTO whereismy.token(hash, kind, member, name, created, expires)
                VALUES(decode($1, 'hex'), 'session', $2, $3, $4, $5)
                """,
                [
                    .text(SecretHash(secret).hexadecimal), .integer(Int64(id)), .text(name),
                    .integer(now.milliseconds), .integer((now + Session.lifetime).milliseconds),
                ])
            return (viewer, secret)
        }
    }

    /// Renews a session that is older than a day; returns true if it did, and the cookie must be set again.
    public func renewSession(_ session: SecretHash, at now: Timestamp) throws(PostgresError) -> Bool {
        let end = now + Session.lifetime
        return try connection.query(
            """
            UPDATE whereismy.token SET expires = $2 WHERE hash = decode($1, 'hex') AND kind = 'session'
                AND expires > $3 AND expires < $4
            """,
            [
                .text(session.hexadecimal), .integer(end.milliseconds), .integer(now.milliseconds),
                .integer(end.milliseconds - 86_400_000),
            ]
        ).affectedCount == 1
    }

    /// Ends a session.
    public func endSession(_ session: SecretHash) throws(PostgresError) {
        try connection.query(
            "DELETE FROM whereismy.token WHERE hash = decode($1, 'hex') AND kind = 'session'",
            [.text(session.hexadecimal)])
    }

    private static let memberQuery = """
        SELECT m.id, m.name, m.is_admin, array_agg(t.name), array_agg(tm.role::bigint) FROM whereismy.member m
        LEFT JOIN whereismy.team_member tm ON tm.member = m.id LEFT JOIN whereismy.team t ON t.id = tm.team
        """

    private static func viewer(_ row: PostgresRow) -> FleetViewer? {
        guard let id = row.integer(at: 0), let name = row.text(at: 1) else { return nil }
        let pairs = zip(row.texts(at: 3) ?? [], row.integers(at: 4) ?? []).compactMap { team, role in
            team.flatMap { team in role.flatMap(TeamRole.init).map { (team, $0) } }
        }
        return FleetViewer(
            .member(Int32(clamping: id)), name: name, isAdmin: row.boolean(at: 2) ?? false,
            roles: Dictionary(pairs) { $1 })
    }

    private func viewer(
        _ kind: String, _ hash: SecretHash, at now: Timestamp
    ) throws(PostgresError) -> (viewer: FleetViewer, expires: Timestamp?)? {
        let found = try connection.query(
            """
            SELECT m.name, t.last_used, t.expires, t.scopes FROM whereismy.token t JOIN whereismy.member m ON m.id = t.member
            WHERE t.hash = decode($1, 'hex') AND t.kind = $2 AND (t.expires IS NULL OR t.expires > $3)
            """, [.text(hash.hexadecimal), .text(kind), .integer(now.milliseconds)]
        ).first
        guard let found, let name = found.text(at: 0), let viewer = try member(named: name) else { return nil }
        try noteUse(of: hash, last: found.timestamp(at: 1), at: now)
        let role = TeamRole(scopes: found.texts(at: 3))
        return (role.map(viewer.limited) ?? viewer, found.timestamp(at: 2))
    }

    /// Notes the use of a token, at most once a minute, so that requests do not write.
    func noteUse(of hash: SecretHash, last: Timestamp?, at now: Timestamp) throws(PostgresError) {
        if let last, now - last < .seconds(60), now >= last { return }
        try connection.query(
            "UPDATE whereismy.token SET last_used = $2 WHERE hash = decode($1, 'hex')",
            [.text(hash.hexadecimal), .integer(now.milliseconds)])
    }
}
