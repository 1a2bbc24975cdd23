import CPQ

extension PostgresConnection {
    /// Sends rows to `COPY … FROM STDIN (FORMAT binary)`; returns the number that the server counted.
    ///
    /// - Throws: ``PostgresError``; then no row is stored.
    @discardableResult
    public func copy(_ statement: String, _ data: PostgresCopyData) throws(PostgresError) -> Int {
        let deadline = try begin()
        // The text is lent to the call as a C string.
        guard unsafe PQsendQuery(handle, statement) == 1 else { throw lostError() }
        guard let start = try next(until: deadline) else { throw lostError() }
        guard start.status == PGRES_COPY_IN else {
            let error = start.status == PGRES_FATAL_ERROR ? error(start) : PostgresError("no COPY FROM STDIN")
            while try next(until: deadline) != nil {}
            throw error
        }
        try put(data.bytes, until: deadline)
        try put(PostgresCopyData.trailer, until: deadline)
        guard unsafe PQputCopyEnd(handle, nil) >= 0 else { throw lostError() }
        return PostgresRows(result: try finish(until: deadline)).affectedCount
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
