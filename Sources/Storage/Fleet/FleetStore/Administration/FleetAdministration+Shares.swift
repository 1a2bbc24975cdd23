public import Access
public import Basics
import FleetProtocol
public import PostgreSQL

extension FleetAdministration {
    /// The longest lifetime of a share.
    static let maxShareLifetime: Duration = .seconds(366 * 86_400)
    /// The longest delay of a share.
    static let maxShareDelay: Duration = .seconds(30 * 86_400)

    /// Creates a share, by a member or, without one, by the command; returns it with the secret of its link, of which
    /// only the hash is stored.
    ///
    /// The caller has decided that the member may share the device or the team; see ``FleetViewer/role(in:)``.
    ///
    /// - Throws: ``AdministrationError`` for invalid options, or if there is no such device, team or member; ``PostgresError``.
    public func addShare(
        of subject: FleetShare.Subject, _ options: ShareOptions, member: String? = nil, at now: Timestamp
    ) throws -> (share: FleetShare, secret: Secret) {
        let end = try Self.end(options, at: now)
        let secret = Secret.random()
        // Eight letters of the hash, which reveal nothing of the secret.
        let name = String(SecretHash(secret).hexadecimal.prefix(10))
        return try change("share add", of: subject.text, detail: name, at: now) {
            try changeOne(
                "\(subject.text), or member",
                by: """
                    WITH added AS (
                        INSERT INTO whereismy.share(name, device, team, member, label, precision, delay, since, created,
                            expires, note)
                        SELECT $2, d.id, t.id, m.id, $6, $7, $8, $9, $10, $11, $12 FROM (SELECT) one
                        LEFT JOIN whereismy.device d ON d.name = $3 LEFT JOIN whereismy.team t ON t.name = $4
                        LEFT JOIN whereismy.member m ON m.name = $5
                        WHERE (d.id IS NOT NULL OR t.id IS NOT NULL) AND ($5 IS NULL OR m.id IS NOT NULL) RETURNING id)
                    INSERT INTO whereismy.token(hash, kind, share, created, expires)
                    SELECT decode($1, 'hex'), 'share', id, $10, $11 FROM added
                    """,
                [.text(SecretHash(secret).hexadecimal), .text(name)] + subject.parameters
                    + [
                        PostgresValue(member), PostgresValue(Self.text(options.label)),
                        PostgresValue(options.precision), .integer(options.delay.milliseconds),
                        PostgresValue(options.since?.milliseconds), .integer(now.milliseconds),
                        .integer(end.milliseconds), PostgresValue(Self.text(options.note)),
                    ])
            guard let share = try FleetAccess(connection).share(named: name) else {
                throw AdministrationError(.notFound, "no share \(name)")
            }
            return (share, secret)
        }
    }

    /// Ends a share by its identifier; if a member is given, only one of that member.
    ///
    /// - Throws: ``AdministrationError`` if there is none; ``PostgresError``.
    public func endShare(_ name: String, of member: String? = nil, at now: Timestamp) throws {
        try change("share end", of: name, at: now) {
            try changeOne(
                "share \(name)",
                by: """
                    DELETE FROM whereismy.share s WHERE s.name = $1 AND ($2::text IS NULL
                        OR s.member = (SELECT id FROM whereismy.member WHERE name = $2))
                    """, [.text(name), PostgresValue(member)])
        }
    }

    /// Removes what has expired: shares, sessions, links and tokens; returns the number of tokens.
    @discardableResult
    public func removeExpired(at now: Timestamp) throws(PostgresError) -> Int {
        try connection.query("DELETE FROM whereismy.share WHERE expires <= $1", [.integer(now.milliseconds)])
        return try connection.query(
            "DELETE FROM whereismy.token WHERE expires <= $1", [.integer(now.milliseconds)]
        ).affectedCount
    }

    private static func end(_ options: ShareOptions, at now: Timestamp) throws(AdministrationError) -> Timestamp {
        let end =
            switch options.end {
            case .after(let time): now + time
            case .at(let moment): moment
            }
        guard end > now, end - now <= maxShareLifetime else {
            throw AdministrationError(.invalid, "a share lasts up to a year; fix: give an end in that time")
        }
        guard options.precision.map(Share.precisions.contains) ?? true else {
            throw AdministrationError(.invalid, "invalid precision; fix: give 1 m to 100 km, such as 100m")
        }
        guard (.zero...maxShareDelay).contains(options.delay) else {
            throw AdministrationError(.invalid, "invalid delay; fix: give up to 30 days, such as 30m")
        }
        guard options.since.map({ $0 < end }) ?? true else {
            throw AdministrationError(.invalid, "the start is not before the end; fix: give an earlier start")
        }
        for (name, text) in [("label", options.label), ("note", options.note)] {
            guard let text, PrintableText.sanitized(text, limit: 100) != text else { continue }
            throw AdministrationError(.invalid, "invalid \(name); fix: at most 100 characters on one line")
        }
        return end
    }

    /// Returns the text to store; nil for an empty one.
    private static func text(_ text: String?) -> String? { text == "" ? nil : text }
}

extension FleetShare.Subject {
    /// The kind and the name, for the audit.
    var text: String {
        switch self {
        case .device(let name): "device \(name)"
        case .team(let name): "team \(name)"
        }
    }

    /// The names of the device and of the team, of which one is NULL.
    fileprivate var parameters: [PostgresValue] {
        switch self {
        case .device(let name): [.text(name.text), .null]
        case .team(let name): [.null, .text(name)]
        }
    }
}
