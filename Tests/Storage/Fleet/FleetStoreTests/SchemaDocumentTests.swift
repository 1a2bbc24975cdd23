import Basics
import Linux
import PostgreSQL
import TestSupport
import Testing

/// `docs/fleet-schema.md` names each table with its columns and their types, in the order of the catalogue.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SchemaDocumentTests {
    private static let path = String(#filePath.split(separatorText: "/Tests/")[0]) + "/docs/fleet-schema.md"

    @Test func theDocumentHasTheColumnsOfTheCatalogue() throws {
        let database = try FleetTestDatabase()
        let rows = try database.superuser().query(
            """
            SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod) FROM pg_class c
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE c.relnamespace = 'whereismy'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
            ORDER BY c.relname, a.attnum
            """)
        let catalogue = Dictionary(grouping: rows) { $0.text(at: 0) ?? "" }.mapValues { columns in
            columns.map { "\($0.text(at: 1) ?? "") \($0.text(at: 2) ?? "")" }
        }
        let documented = try Self.documented()
        #expect(Set(documented.keys) == Set(catalogue.keys))
        for (table, columns) in catalogue { #expect(documented[table] == columns, "\(table)") }
    }

    private static func documented() throws -> [String: [String]] {
        let text = String(decoding: try FileContents.read(path), as: UTF8.self)
        var tables: [String: [String]] = [:]
        var table: String?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: "`")
            if line.hasPrefix("#") { table = line.hasPrefix("### `") ? String(words[1]) : nil }
            guard let table, line.hasPrefix("| `") else { continue }
            let type = line.split(separator: "|")[1].drop { $0 == " " }.prefix { $0 != "|" }
            tables[table, default: []].append("\(words[1]) \(type.dropLast())")
        }
        return tables
    }
}
