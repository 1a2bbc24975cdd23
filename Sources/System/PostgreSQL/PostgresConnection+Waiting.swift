import CPQ
import Linux

/// The exchange with the server: send without blocking, wait with poll(2), collect results.
extension PostgresConnection {
    /// Begins a statement; returns its deadline.
    ///
    /// - Throws: ``PostgresError`` if the connection is lost.
    func begin() throws(PostgresError) -> Duration {
        guard !isLost else { throw lostError() }
        onStatement?()
        return SystemClock.uptime + patience
    }

    /// Waits for the socket; beyond the deadline the connection is given up, since an answer may still come.
    func wait(reads: Bool, writes: Bool, until deadline: Duration) throws(PostgresError) {
        let rest = deadline - SystemClock.uptime
        let socket = unsafe PQsocket(handle)
        guard socket >= 0 else { throw lostError() }
        guard rest > .zero else {
            isAbandoned = true
            throw PostgresError("no answer from the database in time", isConnectionLost: true)
        }
        // A millisecond more than the rest, which is rounded down, so that the wait does not spin.
        _ = Poll.wait(for: .descriptor(socket, reads: reads, writes: writes), timeout: rest + .milliseconds(1))
    }

    /// Sends what is queued, and reads meanwhile, so that neither side waits for the other.
    func flush(until deadline: Duration) throws(PostgresError) {
        while true {
            let code = unsafe PQflush(handle)
            guard code != 0 else { return }
            guard code == 1 else { throw lostError() }
            try wait(reads: true, writes: true, until: deadline)
            guard unsafe PQconsumeInput(handle) == 1 else { throw lostError() }
        }
    }

    /// Returns the next result of the statement; nil after the last.
    func next(until deadline: Duration) throws(PostgresError) -> PostgresResult? {
        try flush(until: deadline)
        while unsafe PQisBusy(handle) == 1 {
            try wait(reads: true, writes: false, until: deadline)
            guard unsafe PQconsumeInput(handle) == 1 else { throw lostError() }
        }
        guard let result = unsafe PQgetResult(handle) else { return nil }
        return unsafe PostgresResult(owning: result)
    }

    /// Collects all results of a statement; returns the last.
    ///
    /// - Throws: ``PostgresError`` of the first that failed, when the connection is ready for the next statement.
    func finish(until deadline: Duration) throws(PostgresError) -> PostgresResult {
        var last: PostgresResult?
        var failure: PostgresError?
        while let result = try next(until: deadline) {
            if result.status == PGRES_FATAL_ERROR || result.status == PGRES_BAD_RESPONSE {
                failure = failure ?? error(result)
            } else if result.status == PGRES_COPY_IN || result.status == PGRES_COPY_OUT {
                // Outside of `copy` no caller would feed or read it.
                isAbandoned = true
                throw PostgresError("COPY is no statement for this call", isConnectionLost: true)
            }
            last = result
        }
        if let failure { throw failure }
        guard let last else { throw lostError() }
        return last
    }

    func error(_ result: PostgresResult) -> PostgresError {
        let sqlState = result.field("C")
        guard let message = result.field("M") else { return lostError() }
        let place = result.field("n").map { "\(message) [\($0)]" } ?? message
        return PostgresError(
            sqlState: sqlState, place, isConnectionLost: PostgresError.endsConnection(sqlState) || isLost)
    }

    /// Returns libpq's own error, which has no text of the conninfo but names of hosts, users and files.
    func lostError() -> PostgresError {
        guard let text = unsafe PQerrorMessage(handle) else {
            return PostgresError("no connection", isConnectionLost: true)
        }
        let lines = unsafe String(cString: text).split { $0.isNewline }.map { line in
            line.drop { $0 == " " || $0 == "\t" }
        }
        let message = lines.isEmpty ? "the connection to the database is lost" : lines.joined(separator: "; ")
        return PostgresError(message, isConnectionLost: true)
    }
}
