import Gazetteer
import SQLite
import TestSupport
import Testing

/// Whose file it is, and what is done with one of somebody else.
struct GazetteerFileTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("places.db")
    }

    @Test("a gazetteer that is not there is made for writing alone, and remembers what made it")
    func made() throws {
        #expect(throws: GazetteerError.absent(path: path)) { try GazetteerStore(path: path, access: .readOnly) }
        #expect(directory.names == [])
        _ = try GazetteerStore(path: path, access: .readWrite)
        #expect(try GazetteerStore(path: path, access: .readOnly).sources() == [])
        let database = try Connection(path, mode: .readOnly)
        #expect(try database.text("SELECT name FROM migration") == "sources")
        #expect(try database.integer("PRAGMA application_id") == 0x5749_4D47)
    }

    @Test("a database of another program is left as it is", arguments: [GazetteerStore.Access.readOnly, .readWrite])
    func foreign(access: GazetteerStore.Access) throws {
        try Connection(path, mode: .readWriteCreate).execute("CREATE TABLE x(y); PRAGMA application_id = 7")
        let before = try directory.bytes("places.db")
        #expect(throws: GazetteerError.foreign(path: path, applicationID: 7)) {
            try GazetteerStore(path: path, access: access)
        }
        #expect(try directory.bytes("places.db") == before)
    }

    @Test("a newer one is left as it is", arguments: [GazetteerStore.Access.readOnly, .readWrite])
    func newer(access: GazetteerStore.Access) throws {
        _ = try GazetteerStore(path: path, access: .readWrite)
        try Connection(path, mode: .readWrite).execute("PRAGMA user_version = 99")
        #expect(throws: GazetteerError.newer(path: path, version: 99)) {
            try GazetteerStore(path: path, access: access)
        }
    }

    @Test("what is no database is left as it is", arguments: [GazetteerStore.Access.readOnly, .readWrite])
    func noDatabase(access: GazetteerStore.Access) throws {
        let bytes = Array(String(repeating: "no database ", count: 100).utf8)
        try directory.write("places.db", bytes)
        #expect(throws: GazetteerError.noDatabase(path: path)) { try GazetteerStore(path: path, access: access) }
        #expect(try directory.bytes("places.db") == bytes)
    }
}
