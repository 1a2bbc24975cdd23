/// The tables of one source.
struct SourceTables {
    /// The number of the source.
    let id: Int64

    /// The places, in the order of the file.
    var entry: String { "entry_\(id)" }
    /// Where they are: an R*Tree of their normals, each a point of the unit sphere.
    var near: String { "near_\(id)" }
    /// The words of those whose population is known, most people first.
    var known: String { "known_\(id)" }
    /// Which place a row of `known` is.
    var rank: String { "rank_\(id)" }
    /// The words of the others, by their places' numbers.
    var rest: String { "rest_\(id)" }

    /// Makes them.
    var createSQL: String {
        """
        CREATE TABLE \(entry)(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, latin TEXT, region TEXT, country TEXT, code TEXT,
            latitude REAL NOT NULL, longitude REAL NOT NULL, population INTEGER) STRICT;
        CREATE VIRTUAL TABLE \(near) USING rtree(id, x0, x1, y0, y1, z0, z1);
        CREATE TABLE \(rank)(rank INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT;
        CREATE VIRTUAL TABLE \(known) USING \(words);
        CREATE VIRTUAL TABLE \(rest) USING \(words);
        """
    }

    /// Makes the indexes to browse by, which is faster when all places are there.
    var createIndexesSQL: String {
        """
        CREATE INDEX name_\(id) ON \(entry)(\(SourceTables.sortKey) COLLATE NOCASE, id);
        CREATE INDEX code_\(id) ON \(entry)(code COLLATE NOCASE, id) WHERE code IS NOT NULL;
        """
    }

    /// Takes them away.
    var dropSQL: String {
        [entry, near, rank, known, rest].map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: " ")
    }

    /// What a place is sorted by: its name in plain letters (``LetterFolding/key(_:)``), which `latin` has where the name
    /// is something else.
    static let sortKey = "ifnull(latin, name)"

    /// Letters of the longest beginnings that are looked up as fast as words.
    static let maxPrefixLength = 5

    private var beginnings: String { (1...Self.maxPrefixLength).map { "\($0)" }.joined(separator: " ") }

    /// An index of words.
    ///
    /// It has no places of words in the text, for nobody asks for two in a row, and beginnings of up to five letters, which
    /// take longest to look up. Marks belong to words, as in the scripts of India.
    private var words: String {
        """
        fts5(words, content = '', columnsize = 0, detail = none, prefix = '\(beginnings)',
            tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'")
        """
    }
}
