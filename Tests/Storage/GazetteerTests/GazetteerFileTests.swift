import SQLite
import TestSupport
import Testing

@testable import Gazetteer

/// The file of a gazetteer: creation, recognition and migration.
struct GazetteerFileTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("places.db")
    }

    @Test("a missing gazetteer is created for writing only, and records its migrations")
    func made() throws {
        #expect(throws: GazetteerError.file(path: path, .notFound)) {
            try GazetteerStore(path: path, access: .readOnly)
        }
        #expect(directory.names == [])
        _ = try GazetteerStore(path: path, access: .readWrite)
        #expect(try GazetteerStore(path: path, access: .readOnly).sources() == [])
        let database = try Connection(path, mode: .readOnly)
        #expect(try database.text("SELECT group_concat(name) FROM migration") == "sources,plain letters")
        #expect(try database.integer("PRAGMA application_id") == 0x5749_4D47)
    }

    @Test("a database of another program stays unchanged", arguments: [GazetteerStore.Access.readOnly, .readWrite])
    func foreign(access: GazetteerStore.Access) throws {
        try Connection(path, mode: .readWriteCreate).execute("CREATE TABLE x(y); PRAGMA application_id = 7")
        let before = try directory.bytes("places.db")
        #expect(throws: GazetteerError.file(path: path, .foreign(applicationID: 7))) {
            try GazetteerStore(path: path, access: access)
        }
        #expect(try directory.bytes("places.db") == before)
    }

    @Test("a newer gazetteer stays unchanged", arguments: [GazetteerStore.Access.readOnly, .readWrite])
    func newer(access: GazetteerStore.Access) throws {
        _ = try GazetteerStore(path: path, access: .readWrite)
        try Connection(path, mode: .readWrite).execute("PRAGMA user_version = 99")
        #expect(throws: GazetteerError.file(path: path, .newer(version: 99))) {
            try GazetteerStore(path: path, access: access)
        }
    }

    /// Fills the tables as a version without letter folding did.
    private func fillAsOnce() throws {
        _ = try GazetteerStore(path: path, access: .readWrite)
        let database = try Connection(path, mode: .readWrite)
        let tables = SourceTables(id: 1)
        try database.execute(
            """
            INSERT INTO source(name, kind, file, rows, imported, complete) VALUES('old', 'csv', '/old.csv', 7, 1000, 1);
            \(tables.createSQL)
            INSERT INTO \(tables.entry) VALUES(1, 'Hull', NULL, NULL, NULL, NULL, 1, 1, 9), (2, 'Zwolle', NULL, NULL, NULL,
                NULL, 1, 1, NULL), (3, 'Ħamrun', NULL, NULL, NULL, 'MT1', 1, 1, 500), (4, 'Ħaġar', NULL, NULL, NULL, NULL,
                1, 1, NULL), (5, 'Żabbar', 'Zabbar', NULL, NULL, NULL, 1, 1, NULL), (6, 'Oryol', NULL, NULL, NULL, NULL,
                1, 1, 300), (7, 'Hawaiʻi', 'Hawai`i', NULL, NULL, NULL, 1, 1, NULL);
            INSERT INTO \(tables.rank) VALUES(1, 3), (2, 6), (3, 1);
            INSERT INTO \(tables.known)(rowid, words) VALUES(1, 'Ħamrun MT1'), (2, 'Oryol Орёл'), (3, 'Hull');
            INSERT INTO \(tables.rest)(rowid, words) VALUES(2, 'Zwolle'), (4, 'Ħaġar'), (5, 'Żabbar Zabbar'),
                (7, 'Hawaiʻi Hawai`i Овайхё');
            \(tables.createIndexesSQL)
            DELETE FROM migration WHERE version = 2; PRAGMA user_version = 1
            """)
    }

    @Test("an older gazetteer is migrated in place with all its sources")
    func older() throws {
        try fillAsOnce()
        #expect(throws: GazetteerError.file(path: path, .older(version: 1))) {
            try GazetteerStore(path: path, access: .readOnly)
        }
        let store = try GazetteerStore(path: path, access: .readWrite)
        #expect(try store.sources().map(\.rows) == [7])
        let order = ["Ħaġar", "Ħamrun", "Hawaiʻi", "Hull", "Oryol", "Żabbar", "Zwolle"]
        #expect(try store.browse(by: .name, count: 9).entries.map(\.name) == order)
        for text in ["ħamr", "hamrun", "HAMRUN", "mt1"] {
            #expect(try store.search(text, count: 9).map(\.name) == ["Ħamrun"], "\(text)")
        }
        #expect(try store.search("hagar", count: 9).map(\.name) == ["Ħaġar"])
        #expect(try store.search("h", count: 9).map(\.name) == ["Ħamrun", "Hull", "Ħaġar", "Hawaiʻi"])
        try check(SourceTables(id: 1))
    }

    @Test(
        "a migrated gazetteer finds what it found before, alternative names included, and more",
        arguments: [
            ("Hawaiʻi", "Hawaiʻi"), ("hawaii", "Hawaiʻi"), ("hawai`i", "Hawaiʻi"), ("Орёл", "Oryol"), ("орё", "Oryol"),
            ("oryol Орёл", "Oryol"), ("Орёл oryol", "Oryol"), ("Овайхё", "Hawaiʻi"), ("hawaiʻi овайхё", "Hawaiʻi"),
        ])
    func olderWords(text: String, name: String) throws {
        try fillAsOnce()
        #expect(try GazetteerStore(path: path, access: .readWrite).search(text, count: 9).map(\.name) == [name])
    }

    private func check(_ tables: SourceTables) throws {
        let database = try Connection(path, mode: .readWrite)
        for index in [tables.known, tables.rest] {
            try database.execute("INSERT INTO \(index)(\(index)) VALUES('integrity-check')")
        }
        #expect(try database.text("PRAGMA integrity_check") == "ok")
    }

    @Test("a file that is not a database stays unchanged", arguments: [GazetteerStore.Access.readOnly, .readWrite])
    func noDatabase(access: GazetteerStore.Access) throws {
        let bytes = Array(String(repeating: "no database ", count: 100).utf8)
        try directory.write("places.db", bytes)
        #expect(throws: GazetteerError.file(path: path, .notADatabase)) {
            try GazetteerStore(path: path, access: access)
        }
        #expect(try directory.bytes("places.db") == bytes)
    }
}
