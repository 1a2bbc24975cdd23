import SQLite

extension GazetteerStore {
    /// A page of all places in their order; each costs the same, wherever it is.
    ///
    /// - Parameters:
    ///   - order: what they are put in order by.
    ///   - mark: where the last page ended; nil for the first one.
    ///   - count: how many places at most.
    ///   - source: the source they have to be in; nil for any.
    /// - Returns: them.
    /// - Throws: ``GazetteerError``.
    public func browse(
        by order: GazetteerOrder, after mark: GazetteerCursor? = nil, count: Int, source: String? = nil
    ) throws -> GazetteerPage {
        guard count > 0 else { return GazetteerPage(entries: [], next: mark) }
        return try read(source: source) { readers in
            var found = try readers.flatMap { try $0.page(by: order, after: mark, count: count + 1) }
            found.sort { $0.mark.precedes($1.mark) }
            let page = found.prefix(count)
            return GazetteerPage(entries: page.map(\.entry), next: found.count > count ? page.last?.mark : nil)
        }
    }
}

extension SourceReader {
    fileprivate func page(
        by order: GazetteerOrder, after mark: GazetteerCursor?, count: Int
    ) throws(SQLiteError) -> [(mark: GazetteerCursor, entry: GazetteerEntry)] {
        let rows = try statement(sql(order))
        defer { rows.reset() }
        try rows.bind(mark.map { beginning($0, order) } ?? "", at: 1)
        try rows.bind(mark.map(lastNumber) ?? -1, at: 2)
        try rows.bind(Int64(count), at: 3)
        var found: [(mark: GazetteerCursor, entry: GazetteerEntry)] = []
        while try rows.step() {
            guard let entry = entry(in: rows), let number = rows.integer(at: 7),
                let key = rows.text(at: Self.columnCount)
            else { continue }
            found.append((GazetteerCursor(key: key, source: id, number: number), entry))
        }
        return found
    }

    private func sql(_ order: GazetteerOrder) -> String {
        // As the index has it, or it would not be used; a pair alone would not be looked up in one of expressions.
        let key = order == .name ? "\(SourceTables.sortKey) COLLATE NOCASE" : "code COLLATE NOCASE"
        let rule = order == .name ? "" : "code IS NOT NULL AND "
        return """
            SELECT \(Self.columns), \(key) FROM \(tables.entry) AS e
            WHERE \(rule)\(key) >= ?1 AND (\(key), id) > (?1, ?2) ORDER BY \(key), id LIMIT ?3
            """
    }

    /// What somebody types is looked for as it would be sorted; a mark has that already.
    private func beginning(_ mark: GazetteerCursor, _ order: GazetteerOrder) -> String {
        guard order == .name, mark.isTyped else { return mark.key }
        return LetterFolding.sortKey(mark.key) ?? mark.key
    }

    /// The number behind which places of this source with the very key of a mark come after it.
    private func lastNumber(_ mark: GazetteerCursor) -> Int64 {
        if id == mark.source { return mark.number }
        return id < mark.source ? .max : -1
    }
}
