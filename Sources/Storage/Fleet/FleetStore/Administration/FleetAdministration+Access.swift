public import Access
public import Basics
public import PostgreSQL

/// The token of a program, as lists show it.
public struct ProgramToken: Hashable, Sendable {
    /// The name that its owner chose.
    public let name: String
    /// The member whose rights it has.
    public let member: String
    /// The highest role that it has in any team; nil for the member's own.
    public let role: TeamRole?
    /// The time of creation.
    public let created: Timestamp
    /// When it was last used, to the minute; nil if never.
    public let lastUsed: Timestamp?
    /// The time of expiry; nil for none.
    public let expires: Timestamp?
}

extension FleetAdministration {
    /// Creates a token for a program, with the rights of a member; it is not stored, only its hash is.
    ///
    /// A role limits the member's own in every team; without an expiry the token is valid until it is revoked.
    ///
    /// - Throws: ``AdministrationError`` if there is no such member; ``PostgresError``.
    public func addToken(
        _ name: String, of member: String, role: TeamRole? = nil, expires: Timestamp? = nil, at now: Timestamp
    ) throws -> Secret {
        let detail = role.map { "\(name) \($0.name)" } ?? name
        return try change("token add", of: member, detail: detail, at: now) {
            try insertToken("program", of: member, name: name, role: role, expires: expires, at: now)
        }
    }

    /// Revokes the tokens of that name of a member.
    ///
    /// - Throws: ``AdministrationError`` if there is none; ``PostgresError``.
    public func revokeToken(_ name: String, of member: String, at now: Timestamp) throws {
        try change("token revoke", of: member, detail: name, at: now) {
            let count = try connection.query(
                """
                DELETE FROM whereismy.token USING whereismy.member m
                WHERE m.id = token.member AND kind = 'program' AND m.name = $1 AND token.name = $2
                """, [.text(member), .text(name)]
            ).affectedCount
            guard count > 0 else { throw AdministrationError(.notFound, "no token \(name) of \(member)") }
        }
    }

    /// Returns the tokens of programs, sorted by member and name.
    public func tokens() throws(PostgresError) -> [ProgramToken] {
        try connection.query(
            """
            SELECT token.name, m.name, token.created, last_used, expires, scopes FROM whereismy.token
            JOIN whereismy.member m ON m.id = token.member WHERE kind = 'program' ORDER BY m.name, token.name
            """
        ).map { row in
            ProgramToken(
                name: row.text(at: 0) ?? "", member: row.text(at: 1) ?? "", role: TeamRole(scopes: row.texts(at: 5)),
                created: row.timestamp(at: 2) ?? Timestamp(milliseconds: 0), lastUsed: row.timestamp(at: 3),
                expires: row.timestamp(at: 4))
        }
    }

    /// Creates a code that signs in one browser of a member, once, within five minutes.
    ///
    /// - Throws: ``AdministrationError`` if there is no such member; ``PostgresError``.
    public func addSignInLink(for member: String, at now: Timestamp) throws -> Secret {
        try change("link add", of: member, at: now) {
            try insertToken("link", of: member, name: "", expires: now + SignInLinks.lifetime, at: now)
        }
    }

    private func insertToken(
        _ kind: String, of member: String, name: String, role: TeamRole? = nil, expires: Timestamp?, at now: Timestamp
    ) throws -> Secret {
        let secret = Secret.random()
        try changeOne(
            "member \(member)",
            by: """
                INSERT INTO whereismy.token(hash, kind, member, name, created, expires, scopes)
                SELECT decode($1, 'hex'), $2, id, $4, $5, $6, $7 FROM whereismy.member WHERE name = $3
                """,
            [
                .text(SecretHash(secret).hexadecimal), .text(kind), .text(member), .text(name),
                .integer(now.milliseconds), PostgresValue(expires?.milliseconds),
                .texts(role.map { [$0.name] } ?? []),
            ])
        return secret
    }
}

extension TeamRole {
    /// The role in the scopes of a token; nil without one.
    ///
    /// It is the lowest for a scope that this program does not know.
    init?(scopes: [String?]?) {
        let known = (scopes ?? []).map { $0.flatMap { TeamRole(name: $0) } ?? .last }
        guard let lowest = known.min() else { return nil }
        self = lowest
    }
}
