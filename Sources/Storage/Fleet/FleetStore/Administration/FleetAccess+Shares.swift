public import Access
public import Basics
import FleetProtocol
public import PostgreSQL

extension FleetAccess {
    private static let shareQuery = """
        SELECT s.id, s.name, d.name, t.name, m.name, s.label, s.created, s.expires, s.since, s.precision, s.delay,
            s.note
        FROM whereismy.share s LEFT JOIN whereismy.device d ON d.id = s.device
        LEFT JOIN whereismy.team t ON t.id = s.team LEFT JOIN whereismy.member m ON m.id = s.member
        """

    /// Returns the share of a link's secret; nil for an unknown or expired one, and while its maker may not share what
    /// it shows.
    public func share(of secret: SecretHash, at now: Timestamp) throws(PostgresError) -> FleetShare? {
        try connection.query(
            """
            \(Self.shareQuery) JOIN whereismy.token k ON k.share = s.id
            WHERE k.hash = decode($1, 'hex') AND k.kind = 'share' AND s.expires > $2
                AND whereismy.is_share_permitted(s)
            """, [.text(secret.hexadecimal), .integer(now.milliseconds)]
        ).first.flatMap(FleetShare.init)
    }

    /// Returns a share by its identifier; nil if there is none.
    public func share(named name: String) throws(PostgresError) -> FleetShare? {
        try connection.query("\(Self.shareQuery) WHERE s.name = $1", [.text(name)]).first.flatMap(FleetShare.init)
    }

    /// Returns the shares of a member, or all, the newest first.
    public func shares(of member: String? = nil) throws(PostgresError) -> [FleetShare] {
        try connection.query(
            "\(Self.shareQuery) WHERE $1::text IS NULL OR m.name = $1 ORDER BY s.created DESC, s.id DESC",
            [PostgresValue(member)]
        ).compactMap(FleetShare.init)
    }
}

extension FleetShare {
    /// Reads a row; nil for a name that this program does not accept.
    fileprivate init?(_ row: PostgresRow) {
        let device = row.text(at: 2).flatMap { DeviceName($0) }.map(Subject.device)
        guard let id = row.integer(at: 0), let name = row.text(at: 1),
            let subject = device ?? row.text(at: 3).map(Subject.team), let created = row.timestamp(at: 6),
            let expires = row.timestamp(at: 7)
        else { return nil }
        self.init(
            id: Int32(clamping: id), name: name, subject: subject, member: row.text(at: 4), label: row.text(at: 5),
            note: row.text(at: 11), created: created, expires: expires, since: row.timestamp(at: 8),
            precision: row.real(at: 9),
            delay: .milliseconds(row.integer(at: 10) ?? 0))
    }
}
