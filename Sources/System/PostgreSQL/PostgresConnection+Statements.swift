import CPQ

struct PreparedStatement {
    let name: String
    /// The types of its parameters.
    let types: [UInt32]
}

extension PostgresConnection {
    /// Callers have a few dozen texts; those who build texts may not fill the server's memory.
    static let maxStatementCount = 500

    /// Prepares a statement unless it is known, and sends it with its parameters.
    func send(_ sql: String, _ parameters: [PostgresValue], until deadline: Duration) throws(PostgresError) {
        let statement = try prepared(sql, until: deadline)
        guard statement.types.count == parameters.count else {
            throw PostgresError("\(parameters.count) parameters for a statement with \(statement.types.count)")
        }
        var encoder = ParameterEncoder()
        for (index, (value, type)) in zip(parameters, statement.types).enumerated() {
            guard encoder.append(value, type: type) else {
                throw PostgresError(sqlState: "22003", "parameter \(index + 1) has no form as type \(type)")
            }
        }
        guard send(statement, encoder) else { throw lostError() }
    }

    private func send(_ statement: PreparedStatement, _ encoder: ParameterEncoder) -> Bool {
        let lengths = encoder.ranges.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        // The bytes outlive the call, which copies them; each pointer is into them.
        return unsafe encoder.bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            let values = unsafe encoder.ranges.map { range in
                unsafe range.flatMap { unsafe start?.advanced(by: $0.lowerBound) }
            }
            return unsafe PQsendQueryPrepared(
                handle, statement.name, Int32(clamping: lengths.count), values, lengths, formats, 1) == 1
        }
    }

    private func prepared(_ sql: String, until deadline: Duration) throws(PostgresError) -> PreparedStatement {
        if let statement = statements[sql] { return statement }
        if statements.count >= Self.maxStatementCount {
            try execute("DEALLOCATE ALL")
            statements = [:]
        }
        preparedCount += 1
        let name = "s\(preparedCount)"
        // The texts are lent to the calls as C strings.
        guard unsafe PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw lostError() }
        _ = try finish(until: deadline)
        guard unsafe PQsendDescribePrepared(handle, name) == 1 else { throw lostError() }
        let description = try finish(until: deadline)
        let count = unsafe PQnparams(description.handle)
        let types = (0..<max(0, count)).map { unsafe PQparamtype(description.handle, $0) }
        let statement = PreparedStatement(name: name, types: types)
        statements[sql] = statement
        return statement
    }

    /// Forgets a statement that a change of the schema made useless, so that the next use prepares it again.
    func forgetStale(_ sql: String, _ error: PostgresError) {
        if error.sqlState == "0A000" || error.sqlState == "26000" { statements[sql] = nil }
    }
}
