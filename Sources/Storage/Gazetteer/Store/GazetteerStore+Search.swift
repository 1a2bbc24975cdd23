import SQLite

extension GazetteerStore {
    /// The places whose name or code has all of these words, the last of which need not be complete.
    ///
    /// Accents and capitals do not matter. Better known places come first, which is to say those with more people;
    /// where people are not counted, the places that have the very words come before others.
    ///
    /// - Parameters:
    ///   - text: what somebody types, in any alphabet.
    ///   - count: how many places at most.
    ///   - source: the source they have to be in; nil for any.
    /// - Returns: none where there is no letter and no digit in the text.
    /// - Throws: ``GazetteerError``.
    public func search(_ text: String, count: Int, source: String? = nil) throws -> [GazetteerEntry] {
        guard count > 0, let words = SearchQuery(text) else { return [] }
        return try read(source: source) { readers in
            var found = try readers.flatMap { try $0.known(words.matchExpression, count: count) }
            found.sort { $0.population ?? 0 > $1.population ?? 0 }
            found = Array(found.prefix(count))
            for reader in readers where found.count < count {
                found += try reader.others(words, count: count - found.count)
            }
            return found
        }
    }
}

extension SourceReader {
    /// Of the places whose population is known, those with most people.
    fileprivate func known(_ question: String, count: Int) throws(SQLiteError) -> [GazetteerEntry] {
        try found(
            """
            SELECT \(Self.columns) FROM \(tables.known) AS w CROSS JOIN \(tables.rank) AS r ON r.rank = w.rowid
            CROSS JOIN \(tables.entry) AS e ON e.id = r.id
            WHERE \(tables.known) MATCH ? ORDER BY w.rowid LIMIT ?
            """, question, count: count
        ).map(\.entry)
    }

    /// Of the other places, those that have the very words, and then those that have their beginning.
    fileprivate func others(_ words: SearchQuery, count: Int) throws(SQLiteError) -> [GazetteerEntry] {
        let sql = """
            SELECT \(Self.columns) FROM \(tables.rest) AS w CROSS JOIN \(tables.entry) AS e ON e.id = w.rowid
            WHERE \(tables.rest) MATCH ? ORDER BY w.rowid LIMIT ?
            """
        var hits = try found(sql, words.wholeWordExpression, count: count)
        if hits.count < count, let beginning = words.indexedPrefixExpression {
            // Most of what is found by less of a common word is the word itself.
            let likely = try found(sql, beginning, count: Self.likely)
            hits.add(
                likely.filter { words.hasPrefixMatch(in: $0.entry.name) || words.hasPrefixMatch(in: $0.entry.code) })
        }
        if hits.count < count { hits.add(try found(sql, words.matchExpression, count: count)) }
        return hits.prefix(count).map(\.entry)
    }

    /// Places that are looked at before all are collected.
    private static let likely = 200

    private func found(
        _ sql: String, _ question: String, count: Int
    ) throws(SQLiteError) -> [WordHit] {
        let rows = try statement(sql)
        defer { rows.reset() }
        try rows.bind(question, at: 1)
        try rows.bind(Int64(count), at: 2)
        var found: [WordHit] = []
        while try rows.step() {
            guard let entry = entry(in: rows), let number = rows.integer(at: 7) else { continue }
            found.append(WordHit(number: number, entry: entry))
        }
        return found
    }
}

/// A place that was found by its words.
private struct WordHit {
    /// Its number in its source.
    let number: Int64
    let entry: GazetteerEntry
}

extension [WordHit] {
    /// Adds those that are not there yet.
    fileprivate mutating func add(_ others: [WordHit]) {
        let known = Set(map(\.number))
        self += others.filter { !known.contains($0.number) }
    }
}
