import Basics
import PostgreSQL

@testable import FleetStore

/// A row of the audit: who changed what.
struct AuditEntry: Hashable, Sendable {
    /// When.
    let time: Timestamp
    /// Who: a member's name, or `command`.
    let actor: String
    /// What was done, such as `device add`.
    let action: String
    /// To what, by name.
    let subject: String
    /// Details; empty if there are none.
    let detail: String
}

extension FleetAdministration {
    /// Returns the newest rows of the audit, the newest first.
    ///
    /// - Throws: ``PostgresError``.
    func auditEntries(limit: Int = 100) throws -> [AuditEntry] {
        try connection.query(
            "SELECT time, actor, action, subject, detail FROM whereismy.audit ORDER BY id DESC LIMIT $1",
            [.integer(Int64(limit))]
        ).map { row in
            AuditEntry(
                time: row.timestamp(at: 0) ?? Timestamp(milliseconds: 0), actor: row.text(at: 1) ?? "",
                action: row.text(at: 2) ?? "", subject: row.text(at: 3) ?? "", detail: row.text(at: 4) ?? "")
        }
    }
}
