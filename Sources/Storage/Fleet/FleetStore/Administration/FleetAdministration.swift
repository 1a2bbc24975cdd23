import Basics
public import PostgreSQL

/// A change that the database cannot make, with its fix.
public struct AdministrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Kind: Hashable, Sendable {
        /// There is nothing of that name.
        case notFound
        /// The name is in use.
        case exists
        /// A value is not valid.
        case invalid
    }

    /// The kind of error.
    public let kind: Kind
    /// One line: the cause and the fix.
    public let description: String

    /// Creates an error.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// Changes devices, people and access; each change has a row in `audit`, in the same transaction.
///
/// Owned by the thread of its connection, which has the rights of the collector.
public final class FleetAdministration {
    let connection: PostgresConnection
    let actor: String

    /// Creates an administration; `actor` makes the changes, for the audit: the name of a member, or `command`.
    public init(_ connection: PostgresConnection, actor: String) {
        self.connection = connection
        self.actor = actor
    }

    /// Runs a change and writes its audit row.
    func change<Result>(
        _ action: String, of subject: String, detail: String = "", at now: Timestamp, _ body: () throws -> Result
    ) throws -> Result {
        try connection.transaction {
            let result = try body()
            try audit(action, of: subject, detail: detail, at: now)
            return result
        }
    }

    /// Writes an audit row, in the transaction of the change.
    func audit(_ action: String, of subject: String, detail: String, at now: Timestamp) throws(PostgresError) {
        try connection.query(
            "INSERT INTO whereismy.audit(time, actor, action, subject, detail) VALUES($1, $2, $3, $4, $5)",
            [.integer(now.milliseconds), .text(actor), .text(action), .text(subject), .text(detail)])
    }

    /// Runs a statement that changes exactly one row.
    func changeOne(_ what: String, by sql: String, _ parameters: [PostgresValue]) throws {
        do {
            guard try connection.query(sql, parameters).affectedCount == 1 else {
                throw AdministrationError(.notFound, "no \(what)")
            }
        } catch let error as PostgresError where error.isDuplicate {
            throw AdministrationError(.exists, "\(what) exists already; fix: choose another name")
        } catch let error as PostgresError where error.isInvalidData {
            throw AdministrationError(
                .invalid, "\(what) is not valid; fix: use letters, digits, '.', '_' and '-' in names")
        }
    }
}
