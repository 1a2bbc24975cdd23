import SQLite

extension GazetteerStore {
    /// Returns a page of all places in sort order, at the same cost wherever it begins.
    ///
    /// - Parameters:
    ///   - order: the sort order.
    ///   - cursor: the cursor of the previous page; nil for the first page.
    ///   - count: the maximum number of places.
    ///   - source: the name of the source; nil for all.
    /// - Returns: the page.
    /// - Throws: ``GazetteerError``.
    public func browse(
        by order: GazetteerOrder, after cursor: GazetteerCursor? = nil, count: Int, source: String? = nil
    ) throws -> GazetteerPage {
        guard count > 0 else { return GazetteerPage(entries: [], next: cursor) }
        return try read(source: source) { readers in
            var found = try readers.flatMap { try $0.page(by: order, after: cursor, count: count + 1) }
            found.sort { $0.cursor.precedes($1.cursor) }
            let page = found.prefix(count)
            return GazetteerPage(entries: page.map(\.entry), next: found.count > count ? page.last?.cursor : nil)
        }
    }
}

extension SourceReader {
    fileprivate func page(
        by order: GazetteerOrder, after cursor: GazetteerCursor?, count: Int
    ) throws(SQLiteError) -> [(cursor: GazetteerCursor, entry: GazetteerEntry)] {
        let rows = try statement(sql(order))
        defer { rows.reset() }
        try rows.bind(cursor.map { firstKey($0, order) } ?? "", cursor.map(lastNumber) ?? Int64(-1), Int64(count))
        var found: [(cursor: GazetteerCursor, entry: GazetteerEntry)] = []
        while try rows.step() {
            guard let entry = entry(in: rows), let number = rows.integer(at: 7),
                let key = rows.text(at: Self.columnCount)
            else { continue }
            found.append((GazetteerCursor(key: key, source: id, number: number), entry))
        }
        return found
    }

    private func sql(_ order: GazetteerOrder) -> String {
        // The expression must match the index to use it; SQLite does not use an index of expressions for a row value
        // alone.
        let key = order == .name ? "\(SourceTables.sortKey) COLLATE NOCASE" : "code COLLATE NOCASE"
        let rule = order == .name ? "" : "code IS NOT NULL AND "
        return """
            SELECT \(Self.columns), \(key) FROM \(tables.entry) AS e
            WHERE \(rule)\(key) >= ?1 AND (\(key), id) > (?1, ?2) ORDER BY \(key), id LIMIT ?3
            """
    }

    /// Folds text that a user typed; a cursor from a page is folded already.
    private func firstKey(_ cursor: GazetteerCursor, _ order: GazetteerOrder) -> String {
        guard order == .name, cursor.isTyped else { return cursor.key }
        return LetterFolding.sortKey(cursor.key) ?? cursor.key
    }

    /// Returns the number after which places of this source with the cursor's key follow the cursor.
    private func lastNumber(_ cursor: GazetteerCursor) -> Int64 {
        if id == cursor.source { return cursor.number }
        return id < cursor.source ? .max : -1
    }
}
