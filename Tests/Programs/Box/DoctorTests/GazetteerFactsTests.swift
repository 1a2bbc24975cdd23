import Gazetteer
import SQLite
import TestSupport
import Testing

@testable import Doctor

/// The doctor's facts about a gazetteer.
struct GazetteerFactsTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("places.db")
    }

    private func facts(after sql: String) throws -> GazetteerFacts {
        _ = try GazetteerStore(path: path, access: .readWrite)
        try Connection(path, mode: .readWrite).execute(sql)
        return GazetteerFacts(reading: path)
    }

    @Test(
        "places are counted, whatever the file claims",
        arguments: [
            ([2, 3], 5), ([], 0), ([Int64.max, 1, Int64.max], .max), ([-5, 2], 2), ([.min, .min], 0),
        ] as [([Int64], Int64)])
    func counted(rows: [Int64], places: Int64) throws {
        let insertions = rows.enumerated().map { number, rows in
            "INSERT INTO source(name, kind, file, rows, imported, complete) VALUES('\(number)', 'csv', 'f', \(rows), 1, 1);"
        }
        #expect(try facts(after: insertions.joined()) == .good(places: places, sources: rows.count))
    }

    @Test(
        "a damaged file is distinguished from an unreadable one",
        arguments: [
            ("PRAGMA user_version = 99", "unreadable", "created by a newer WhereIsMy"),
            ("PRAGMA application_id = 7", "faulty", "a database of another program"),
            ("PRAGMA user_version = 1", "outdated", ""),
        ])
    func unread(sql: String, kind: String, reason: String) throws {
        switch try facts(after: sql) {
        case .unreadable(let fault): #expect(kind == "unreadable" && fault.contains(reason), "\(fault)")
        case .faulty(let fault): #expect(kind == "faulty" && fault.contains(reason), "\(fault)")
        case let facts: #expect(kind == "outdated" && facts == .outdated)
        }
    }

    @Test("a missing file is no fault")
    func absent() { #expect(GazetteerFacts(reading: path) == .absent) }
}
