import Basics
import Linux
import SQLite
import TestSupport
import Testing

@testable import History

/// The history of another machine is read to its end, or is an error; it never goes on for ever.
struct ForeignHistoryTests {
    private let directory: ScratchDirectory
    private var path: String { directory.file("history.db") }

    init() throws {
        directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append(Sample.points(0..<9000))
        try history.seal(before: Sample.time(7200))
    }

    private func change(_ sql: String) throws {
        try Connection(path, mode: .readWrite).execute("PRAGMA writable_schema = ON; \(sql)")
    }

    private func count() throws -> Int {
        var count = 0
        _ = try SQLiteHistory(path: path, access: .foreign).forEachPoint(.all) { _ in count += 1 }
        return count
    }

    @Test("a history is read whole, with its statistics and after a vacuum")
    func whole() throws {
        #expect(try count() == 9000)
        try change("ANALYZE; VACUUM")
        #expect(try count() == 9000)
    }

    @Test(
        "what is no plain table is refused",
        arguments: [
            "DROP TABLE device; CREATE VIEW device AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n) "
                + "SELECT id, 'van' AS name FROM n",
            "CREATE VIEW other AS SELECT 1", "CREATE VIRTUAL TABLE other USING rtree(id, a, b)",
            "DROP TABLE device; CREATE TABLE device(id INTEGER PRIMARY KEY, name AS (instr(hex(zeroblob(9)), 'x')))",
        ])
    func refused(sql: String) throws {
        try change(sql)
        let error = #expect(throws: HistoryError.self) { try count() }
        #expect(error.map { "\($0)".contains("refused: it has other tables") } == true, "\(String(describing: error))")
    }

    /// Interior pages, each of which names the next one a hundred times: a million million rows in a file of 30 kB.
    @Test("pages that lead to each other end with the work that the size of the file explains")
    func endless() throws {
        try change("DELETE FROM recent; DELETE FROM segment; DROP TABLE identity; CREATE TABLE filler(a BLOB)")
        try change("INSERT INTO filler VALUES(zeroblob(20000))")
        let connection = try Connection(path, mode: .readWrite)
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let root = try Int(#require(try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'recent'")))
        let pages = try Int(#require(try connection.integer("PRAGMA page_count")))
        var file = try FileContents.read(path)
        let chain = [root] + Array((pages - 7)..<(pages - 1))
        for (page, next) in zip(chain, chain.dropFirst()) {
            file.replaceSubrange((page - 1) * 1024..<page * 1024, with: Self.interior(to: next))
        }
        let last = (chain.last ?? 0) - 1
        file.replaceSubrange(last * 1024..<(last + 1) * 1024, with: Self.leaf)
        try directory.write("history.db", file)
        let start = SystemClock.uptime
        #expect(throws: HistoryError.self) { try count() }
        #expect(SystemClock.uptime - start < .seconds(120))
    }

    /// An interior page of a table with a hundred cells that name one child (sqlite.org/fileformat2.html, 1.6).
    private static func interior(to child: Int) -> [UInt8] {
        let number = big(child, 4)
        return page(kind: 5, number, (0..<100).map { number + [UInt8($0)] })
    }

    /// A page of rows without columns.
    private static let leaf = page(kind: 13, [], (0..<100).map { [1, UInt8($0), 1] })

    private static func page(kind: UInt8, _ tail: [UInt8], _ cells: [[UInt8]]) -> [UInt8] {
        let size = cells[0].count
        let start = 1024 - size * cells.count
        var bytes: [UInt8] = [kind, 0, 0] + big(cells.count, 2) + big(start, 2) + [0] + tail
        for index in cells.indices { bytes += big(start + size * index, 2) }
        bytes += [UInt8](repeating: 0, count: start - bytes.count)
        return bytes + cells.joined()
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
    }
}
