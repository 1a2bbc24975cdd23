import SQLite

/// The schema of a foreign MBTiles file, checked before anything in it is evaluated.
///
/// SQLite calls no authorizer for generated columns, and expands a view of views while it compiles, where no limit of
/// work applies: such files are refused.
struct TileSchema {
    /// The maximum length of a statement of the schema in bytes.
    static let maxStatementLength = 1 << 16
    /// The maximum length of a view that is read; common ones have 200 bytes.
    private static let maxViewLength = 2048
    private static let maxRelations = 1000
    /// The relations that are queried, and those that views of them may read, must be among the file's own.
    private static let queried = ["tiles", "metadata"]
    /// The functions of the queries, none of which takes longer than its value is long.
    private static let functions: Set<String> = ["length", "max", "min", "typeof"]

    /// The objects that the queries may read and call.
    let restriction: ReadRestriction

    /// Reads the schema.
    ///
    /// - Throws: ``SQLiteError``, also for a schema that may cost too much.
    init(_ database: Connection) throws(SQLiteError) {
        let statement = try database.prepare(
            """
            SELECT lower(type), name, sql, rootpage FROM sqlite_schema WHERE lower(type) IN ('table', 'view')
            LIMIT \(Self.maxRelations + 1)
            """)
        var (tables, views): (Set<String>, [String: String]) = ([], [:])
        var count = 0
        while try statement.step() {
            count += 1
            guard let name = statement.text(at: 1), let sql = statement.text(at: 2) else { continue }
            // SQLite ignores the case of ASCII letters alone, so that only their names are compared.
            if statement.text(at: 0) == "view" {
                views[name.isPlainName ? name.lowercased() : name] = sql
            } else if name.isPlainName, sql.hasPrefix("CREATE TABLE"), statement.integer(at: 3) ?? 0 > 0 {
                tables.insert(name.lowercased())
            }
        }
        guard count <= Self.maxRelations else { throw Self.refusal("more than \(Self.maxRelations) tables") }
        try Self.check(views)
        for table in tables { try Self.checkColumns(of: table, database) }
        restriction = ReadRestriction(
            relations: tables.union(views.keys.filter(Self.queried.contains)), functions: Self.functions)
    }

    /// Rejects a view that is long, or reads anything but tables.
    private static func check(_ views: [String: String]) throws(SQLiteError) {
        for (name, sql) in views where queried.contains(name) {
            let words = Set(sql.lowercased().split { !$0.isWordPart }.map(String.init))
            // A quoted name with another character could be written in several ways.
            guard sql.utf8.count <= maxViewLength, !words.contains("with"), views.keys.allSatisfy(\.isPlainName),
                views.keys.allSatisfy({ $0 == name || !words.contains($0) })
            else { throw refusal("the view \(name) is too complex; it may only read tables") }
        }
    }

    private static func checkColumns(of table: String, _ database: Connection) throws(SQLiteError) {
        let statement = try database.prepare("SELECT hidden FROM pragma_table_xinfo(?)", table)
        while try statement.step() {
            guard statement.integer(at: 0) == 0 else { throw refusal("generated columns") }
        }
    }

    private static func refusal(_ reason: String) -> SQLiteError {
        SQLiteError(extendedCode: 1, message: "refused: \(reason)", sql: "schema")
    }
}

extension Character {
    /// True for a character of a name that needs no quotation marks.
    fileprivate var isWordPart: Bool { isASCII && (isLetter || isNumber || self == "_") }
}

extension String {
    fileprivate var isPlainName: Bool { allSatisfy(\.isWordPart) }
}
