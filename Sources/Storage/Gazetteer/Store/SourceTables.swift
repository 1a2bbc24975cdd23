/// The names and the SQL of the tables of one source.
struct SourceTables {
    let id: Int64

    /// The places, in file order.
    var entry: String { "entry_\(id)" }
    /// The positions: an R*Tree of surface normals, points on the unit sphere.
    var near: String { "near_\(id)" }
    /// The full-text index of places with a known population, most populous first.
    var known: String { "known_\(id)" }
    /// Maps a row of `known` to its place.
    var rank: String { "rank_\(id)" }
    /// The full-text index of the other places, by number.
    var rest: String { "rest_\(id)" }

    var createSQL: String {
        """
        CREATE TABLE \(entry)(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, latin TEXT, region TEXT, country TEXT, code TEXT,
            latitude REAL NOT NULL, longitude REAL NOT NULL, population INTEGER) STRICT;
        CREATE VIRTUAL TABLE \(near) USING rtree(id, x0, x1, y0, y1, z0, z1);
        CREATE TABLE \(rank)(rank INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT;
        CREATE VIRTUAL TABLE \(known) USING \(fullTextIndex);
        CREATE VIRTUAL TABLE \(rest) USING \(fullTextIndex);
        """
    }

    /// Creates the sort indexes, which is faster after all rows are inserted.
    var createIndexesSQL: String {
        """
        CREATE INDEX name_\(id) ON \(entry)(\(SourceTables.sortKey) COLLATE NOCASE, id);
        CREATE INDEX code_\(id) ON \(entry)(code COLLATE NOCASE, id) WHERE code IS NOT NULL;
        """
    }

    var dropSQL: String {
        [entry, near, rank, known, rest].map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: " ")
    }

    /// The SQL expression of the sort key: the folded name (``LetterFolding/sortKey(_:)``), stored in `latin` if it
    /// differs from the name.
    static let sortKey = "ifnull(latin, name)"

    /// The longest prefixes, in letters, that are looked up as fast as words.
    static let maxPrefixLength = 5

    private var prefixes: String { (1...Self.maxPrefixLength).map { "\($0)" }.joined(separator: " ") }

    /// A full-text index.
    ///
    /// It stores no positions, because no query is a phrase, and indexes prefixes of up to five letters, which are the
    /// slowest to look up. Marks are part of words, as Indic scripts need.
    private var fullTextIndex: String {
        """
        fts5(words, content = '', columnsize = 0, detail = none, prefix = '\(prefixes)',
            tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'")
        """
    }
}
