import Basics
import CPQ
import Linux

extension PostgresConnection {
    /// Runs a query and passes its rows one by one, in constant memory.
    ///
    /// The limit of our side is for the wait for each row; the server's is for the whole statement.
    ///
    /// - Parameters:
    ///   - sql: The query, prepared once for each text.
    ///   - parameters: Its parameters.
    ///   - body: Receives each row, which must not outlive the call. If it throws, the connection is lost.
    /// - Throws: ``PostgresError``, or the error of the body.
    public func forEachRow(
        _ sql: String, _ parameters: [PostgresValue] = [], do body: (PostgresRow) throws -> Void
    ) throws {
        try send(sql, parameters, until: begin())
        guard unsafe PQsetSingleRowMode(handle) == 1 else { throw lostError() }
        while let result = try next(until: SystemClock.uptime + patience) {
            guard result.status == PGRES_SINGLE_TUPLE || result.status == PGRES_TUPLES_OK else {
                let error = error(result)
                _ = try? finish(until: SystemClock.uptime + patience)
                forgetStale(sql, error)
                throw error
            }
            guard result.rowCount > 0 else { continue }
            do {
                try body(PostgresRow(result: result, index: 0))
            } catch {
                // The server notices when the connection is closed. Neither reading what is on its way nor libpq's
                // request to cancel ends in a bounded time.
                isAbandoned = true
                throw error
            }
        }
    }

    /// Sends rows to `COPY … FROM STDIN (FORMAT binary)`.
    ///
    /// - Returns: the number of rows that the server counted.
    /// - Throws: ``PostgresError``; then no row is stored.
    @discardableResult
    public func copy(_ statement: String, _ data: PostgresCopyData) throws(PostgresError) -> Int {
        let deadline = try begin()
        // The text is lent to the call as a C string.
        guard unsafe PQsendQuery(handle, statement) == 1 else { throw lostError() }
        guard let start = try next(until: deadline) else { throw lostError() }
        guard start.status == PGRES_COPY_IN else {
            let error = start.status == PGRES_FATAL_ERROR ? error(start) : PostgresError("no COPY FROM STDIN")
            _ = try finishIgnoringErrors(until: deadline)
            throw error
        }
        try put(data.bytes, until: deadline)
        try put(PostgresCopyData.trailer, until: deadline)
        guard unsafe PQputCopyEnd(handle, nil) >= 0 else { throw lostError() }
        return PostgresRows(result: try finish(until: deadline)).affectedCount
    }

    private func finishIgnoringErrors(until deadline: Duration) throws(PostgresError) {
        while try next(until: deadline) != nil {}
    }

    /// Sends bytes in pieces, so that libpq does not copy all of them at once.
    private func put(_ bytes: [UInt8], until deadline: Duration) throws(PostgresError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.copyPiece)
            // The bytes outlive the call, which copies them.
            let code = unsafe piece.withUnsafeBytes {
                unsafe PQputCopyData(handle, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count))
            }
            guard code >= 0 else { throw lostError() }
            // 0: no room, send first.
            if code == 1 { rest = rest.dropFirst(piece.count) }
            try flush(until: deadline)
        }
    }

    private static let copyPiece = 1 << 17
}
