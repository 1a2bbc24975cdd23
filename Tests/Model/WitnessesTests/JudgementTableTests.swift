import Foundation
import Location
import Testing

@testable import Witnesses

struct JudgementTableTests {
    /// The first cell and the level of each row of the table of witnesses in `docs/integrity.md`.
    private static func documented() throws -> [(code: String, level: String)] {
        let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
        let text = String(decoding: try Data(contentsOf: URL(filePath: "\(root)/docs/integrity.md")), as: UTF8.self)
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("| code | observation |") }
        return lines.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells[0].trimmingCharacters(in: ["`"]), cells[2])
        }
    }

    @Test("the document has a row for each witness, with its level")
    func document() throws {
        let rows = try Self.documented()
        #expect(Set(rows.map(\.code)) == Set(Integrity.Code.allCases.map(\.rawValue)))
        for code in Integrity.Code.allCases {
            let level = JudgementTable.level(of: code)
            let word = level == .nominal ? "none" : level.rawValue
            // A second row of a code has its weaker case.
            let first = try #require(rows.first { $0.code == code.rawValue })
            #expect(first.level.hasPrefix(word), "\(code.rawValue)")
        }
    }
}
