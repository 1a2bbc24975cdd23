import CSQLite
public import Linux

/// The work that the statements of a connection may still do.
struct WorkAllowance {
    /// The remaining calls of the progress handler.
    var calls = Int.max
    /// The uptime at which it ends.
    var deadline: Duration?
    var clock: @Sendable () -> Duration = { SystemClock.uptime }

    /// Counts a call; returns false once nothing is left.
    mutating func consume() -> Bool {
        calls -= 1
        return calls >= 0 && (deadline.map { clock() < $0 } ?? true)
    }
}

/// The objects that the statements of a connection may read and call; all others are refused when they are compiled.
public struct ReadRestriction: Hashable, Sendable {
    /// The tables and views, in lower case.
    public let relations: Set<String>
    /// The functions, in lower case.
    public let functions: Set<String>

    /// Creates a restriction.
    public init(relations: Set<String>, functions: Set<String>) {
        self.relations = relations
        self.functions = functions
    }

    func permits(_ action: Int32, relation: String?, function: String?) -> Bool {
        switch action {
        case SQLITE_SELECT: true
        case SQLITE_READ: relations.contains(Self.key(relation))
        case SQLITE_FUNCTION: functions.contains(Self.key(function))
        default: false
        }
    }

    /// Returns a name as SQLite compares it, which ignores the case of ASCII letters alone; "" for others, which Swift might
    /// take for equal.
    private static func key(_ name: String?) -> String {
        name.flatMap { $0.utf8.allSatisfy { $0 < 0x80 } ? $0.lowercased() : nil } ?? ""
    }
}

extension Connection {
    /// The number of steps of SQLite's virtual machine between checks: a step may take milliseconds, if it is one of
    /// values of megabytes.
    static let stepsPerCall: Int32 = 16

    /// Limits the work of all statements together, counted from now on.
    ///
    /// Beyond it they fail: a view in a foreign file may never terminate.
    ///
    /// - Parameters:
    ///   - units: thousands of virtual machine steps, each of some ten to a hundred nanoseconds.
    ///   - time: the time from now on.
    ///   - clock: returns the uptime.
    public func limitWork(
        to units: Int, within time: Duration, clock: @escaping @Sendable () -> Duration = { SystemClock.uptime }
    ) {
        allowance = WorkAllowance(calls: units * 1000 / Int(Self.stepsPerCall), deadline: clock() + time, clock: clock)
        // The context is this connection, which closes the handle in its `deinit`.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(handle, Self.stepsPerCall, countWork, context)
    }

    /// Limits the length of a value, intermediate values included, and of a statement of the schema.
    ///
    /// - Parameters:
    ///   - bytes: the length of a value, at most 1 GB, SQLite's compile-time limit.
    ///   - statement: the length of a statement in bytes.
    public func limitLength(to bytes: Int, statement: Int) {
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Int32(clamping: statement))
    }

    /// Restricts all statements compiled from now on, those inside views included.
    ///
    /// A function is one step for the limit of work, regardless of its cost: `instr` of two long texts may take hours.
    public func restrict(to restriction: ReadRestriction) {
        self.restriction = restriction
        // The context is this connection, which closes the handle in its `deinit`.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_set_authorizer(handle, authorize, context)
    }
}

/// Returns the connection that a callback was registered with, whose statement is compiled or run on this thread.
private func connection(_ context: UnsafeMutableRawPointer?) -> Connection? {
    unsafe context.map { unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs between steps; a result other than 0 interrupts the statement.
private func countWork(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let connection = unsafe connection(context) else { return 0 }
    return connection.allowance.consume() ? 0 : 1
}

/// Decides on each part of a statement as it is compiled.
private func authorize(
    _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?, _ view: UnsafePointer<CChar>?
) -> Int32 {
    guard let restriction = unsafe connection(context)?.restriction else { return SQLITE_DENY }
    // SQLite lends the texts for this call.
    let relation = unsafe first.map { unsafe String(cString: $0) }
    let function = unsafe second.map { unsafe String(cString: $0) }
    return restriction.permits(action, relation: relation, function: function) ? SQLITE_OK : SQLITE_DENY
}
