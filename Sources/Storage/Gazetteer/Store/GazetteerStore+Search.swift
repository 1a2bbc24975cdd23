import SQLite

extension GazetteerStore {
    /// Returns the places whose name or code contains all words; the last word may be a prefix.
    ///
    /// Accents and case are ignored. More populous places come first; where the population is unknown, whole-word
    /// matches precede prefix matches.
    ///
    /// - Parameters:
    ///   - text: the user's text, in any alphabet.
    ///   - count: the maximum number of places.
    ///   - source: the name of the source; nil for all.
    /// - Returns: the places; none if the text has no letter and no digit.
    /// - Throws: ``GazetteerError``.
    public func search(_ text: String, count: Int, source: String? = nil) throws -> [GazetteerEntry] {
        guard count > 0, let query = SearchQuery(text) else { return [] }
        return try read(source: source) { readers in
            var found = try readers.flatMap { try $0.known(query.matchExpression, count: count) }
            found.sort { $0.population ?? 0 > $1.population ?? 0 }
            found = Array(found.prefix(count))
            for reader in readers where found.count < count {
                found += try reader.others(query, count: count - found.count)
            }
            return found
        }
    }
}

extension SourceReader {
    /// Returns matches with a known population, most populous first.
    fileprivate func known(_ expression: String, count: Int) throws(SQLiteError) -> [GazetteerEntry] {
        try found(
            """
            SELECT \(Self.columns) FROM \(tables.known) AS w CROSS JOIN \(tables.rank) AS r ON r.rank = w.rowid
            CROSS JOIN \(tables.entry) AS e ON e.id = r.id
            WHERE \(tables.known) MATCH ? ORDER BY w.rowid LIMIT ?
            """, expression, count: count
        ).map(\.entry)
    }

    /// Returns the other matches: whole words first, then prefixes.
    fileprivate func others(_ query: SearchQuery, count: Int) throws(SQLiteError) -> [GazetteerEntry] {
        let sql = """
            SELECT \(Self.columns) FROM \(tables.rest) AS w CROSS JOIN \(tables.entry) AS e ON e.id = w.rowid
            WHERE \(tables.rest) MATCH ? ORDER BY w.rowid LIMIT ?
            """
        var hits = try found(sql, query.wholeWordExpression, count: count)
        if hits.count < count, let prefix = query.indexedPrefixExpression {
            // Most matches of a truncated common word are the word itself.
            let candidates = try found(sql, prefix, count: Self.candidateCount)
            hits.add(
                candidates.filter {
                    query.hasPrefixMatch(in: $0.entry.name) || query.hasPrefixMatch(in: $0.entry.code)
                })
        }
        if hits.count < count { hits.add(try found(sql, query.matchExpression, count: count)) }
        return hits.prefix(count).map(\.entry)
    }

    /// The number of candidates to check before collecting all matches.
    private static let candidateCount = 200

    private func found(
        _ sql: String, _ expression: String, count: Int
    ) throws(SQLiteError) -> [WordHit] {
        let rows = try statement(sql)
        defer { rows.reset() }
        try rows.bind(expression, Int64(count))
        var found: [WordHit] = []
        while try rows.step() {
            guard let entry = entry(in: rows), let number = rows.integer(at: 7) else { continue }
            found.append(WordHit(number: number, entry: entry))
        }
        return found
    }
}

private struct WordHit {
    /// The number of the place in its source.
    let number: Int64
    let entry: GazetteerEntry
}

extension [WordHit] {
    /// Appends matches that are not in the list yet.
    fileprivate mutating func add(_ others: [WordHit]) {
        let known = Set(map(\.number))
        self += others.filter { !known.contains($0.number) }
    }
}
