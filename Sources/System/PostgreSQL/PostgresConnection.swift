import Basics
import CPQ
import Linux

/// A connection to a PostgreSQL database, owned by one thread.
///
/// No call waits longer than its limit, also if the server is dead or the network drops everything. libpq is used
/// without blocking, and only the lookup of a host's name depends on the system's resolver. A connection that is lost
/// stays lost: make a new one. A pooler must keep the session (PgBouncer: `pool_mode = session`).
///
/// Safe to use: the handle is valid from `init` to `deinit` and never leaves this module.
@safe public final class PostgresConnection {
    let handle: OpaquePointer
    /// The longest wait for an answer: the server itself gives up after the statement timeout.
    private(set) var patience: Duration
    /// The prepared statements by their texts.
    var statements: [String: PreparedStatement] = [:]
    /// The number of statements prepared so far, which names the next one.
    var preparedCount = 0
    /// True once the server did not answer in time.
    var isAbandoned = false
    /// Is called before each statement, such as to reset a watchdog: a statement has a limit, the
    /// sum of them has none.
    public var onStatement: (() -> Void)?

    /// The time that the server has to report its own timeout.
    private static let grace: Duration = .seconds(5)

    /// Connects.
    ///
    /// - Parameters:
    ///   - conninfo: The settings as `host=… dbname=…` or as a URI (libpq, "Connection Strings").
    ///   - connectTimeout: The limit for connecting, from the lookup of the host on.
    ///   - statementTimeout: The limit for each statement, at least 1 ms.
    /// - Throws: ``PostgresError``, of a lost connection, unless the settings are malformed.
    public init(
        _ conninfo: String, connectTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(30)
    ) throws(PostgresError) {
        let deadline = SystemClock.uptime + connectTimeout
        try ConnectionSettings.check(conninfo)
        guard let handle = unsafe ConnectionSettings.start(conninfo) else {
            throw PostgresError("out of memory for a connection", isConnectionLost: true)
        }
        unsafe self.handle = handle
        patience = statementTimeout + Self.grace
        // Notices would go to standard error.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        try establish(until: deadline)
        try limitStatements(to: statementTimeout)
    }

    /// Sets the limit for each statement, at least 1 ms; without an answer the connection is lost 5 s after it.
    ///
    /// - Throws: ``PostgresError`` if the connection is lost.
    public func limitStatements(to timeout: Duration) throws(PostgresError) {
        try execute(
            """
            SET statement_timeout = \(max(1, timeout.milliseconds));
            SET idle_in_transaction_session_timeout = \(max(1, 2 * timeout.milliseconds))
            """)
        patience = timeout + Self.grace
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// True if the connection cannot be used any more.
    public var isLost: Bool { unsafe isAbandoned || PQstatus(handle) != CONNECTION_OK }

    /// The version of the server, such as 150020 for 15.20.
    public var serverVersion: Int { Int(unsafe PQserverVersion(handle)) }

    /// Runs one or more statements without parameters and ignores their rows.
    ///
    /// Outside a transaction they are one transaction together, unless they begin or end one.
    ///
    /// - Throws: ``PostgresError`` of the first that fails; those behind it do not run.
    public func execute(_ script: String) throws(PostgresError) {
        let deadline = try begin()
        // The text is lent to the call as a C string.
        guard unsafe PQsendQuery(handle, script) == 1 else { throw lostError() }
        _ = try finish(until: deadline)
    }

    /// Runs a statement, which is prepared once for each text.
    ///
    /// - Throws: ``PostgresError``, also for a parameter that has no form as the type that the server expects.
    @discardableResult
    public func query(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
        let deadline = try begin()
        try send(sql, parameters, until: deadline)
        do {
            return PostgresRows(result: try finish(until: deadline))
        } catch {
            forgetStale(sql, error)
            throw error
        }
    }

    /// Runs a body in a transaction: all its changes are committed, or none.
    ///
    /// - Parameters:
    ///   - isolation: The level, such as `REPEATABLE READ READ ONLY`; nil for the default.
    ///   - body: The statements.
    /// - Returns: The result of the body.
    /// - Throws: errors of the body, after the rollback; ``PostgresError`` of BEGIN or COMMIT. If the connection is
    ///   lost during COMMIT, it is unknown whether it was done.
    public func transaction<Result>(isolation: String? = nil, _ body: () throws -> Result) throws -> Result {
        try execute(isolation.map { "BEGIN ISOLATION LEVEL \($0)" } ?? "BEGIN")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs a body of statements in a transaction: all its changes are committed, or none.
    ///
    /// - Throws: ``PostgresError``, after the rollback; that of COMMIT as for ``transaction(isolation:_:)``.
    public func atomically<Result>(_ body: () throws(PostgresError) -> Result) throws(PostgresError) -> Result {
        try execute("BEGIN")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    private func rollBack() {
        if !isLost, isInTransaction { try? execute("ROLLBACK") }
    }

    /// True inside a transaction.
    public var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

    private func establish(until deadline: Duration) throws(PostgresError) {
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw lostError() }
            try wait(reads: state == PGRES_POLLING_READING, writes: state == PGRES_POLLING_WRITING, until: deadline)
            state = unsafe PQconnectPoll(handle)
        }
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw lostError() }
    }
}
