import CSQLite

extension Connection {
    /// When a transaction takes its lock.
    public enum TransactionKind: String, Sendable {
        /// With the first statement that needs it: for reading alone, from one unchanging state of the database.
        case deferred = "DEFERRED"
        /// At once: for writing, so that it cannot fail halfway because somebody else has begun to write.
        case immediate = "IMMEDIATE"
    }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs a body whose changes are all made, or none.
    ///
    /// - Throws: what the body throws, after everything is as it was; ``SQLiteError`` of BEGIN or COMMIT.
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try body()
            // There is nothing to commit of what was only read, and where a page was damaged SQLite refuses to.
            try execute(kind == .deferred ? "ROLLBACK" : "COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors (full disk, I/O); the first error is what matters.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
