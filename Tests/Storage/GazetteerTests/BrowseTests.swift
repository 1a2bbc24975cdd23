import Gazetteer
import Location
import SQLite
import Testing

struct BrowseTests {
    private let gazetteer: ScratchGazetteer

    init() throws {
        gazetteer = try ScratchGazetteer()
    }

    /// Returns all pages of a given size.
    private func pages(by order: GazetteerOrder, count: Int, source: String? = nil) throws -> [[GazetteerEntry]] {
        var (pages, mark) = ([[GazetteerEntry]](), GazetteerCursor?.none)
        repeat {
            let page = try gazetteer.store.browse(by: order, after: mark, count: count, source: source)
            pages.append(page.entries)
            // As through a command line.
            mark = page.next.map { GazetteerCursor($0.description) }
        } while mark != nil && pages.count < 100
        return pages
    }

    @Test("pages hold each place once, in order, across sources and among equal names", arguments: [1, 2, 3, 5, 100])
    func paged(count: Int) throws {
        try gazetteer.add("b", "name,lat,lon,code\nb,1,1,9\na,1,1,\na,2,2,1\nC,1,1,2\n")
        try gazetteer.add("a", "name,lat,lon,code\na,3,3,5\nB,3,3,1\nb:c,3,3,\n")
        let pages = try pages(by: .name, count: count)
        #expect(pages.dropLast().allSatisfy { $0.count == count } && pages.last?.isEmpty == false)
        #expect(pages.flatMap { $0 }.map(\.name) == ["a", "a", "a", "b", "B", "b:c", "C"])
        #expect(pages.flatMap { $0 }.prefix(3).map(\.coordinate.latitude) == [1, 2, 3])
        #expect(try self.pages(by: .code, count: count).flatMap { $0 }.map(\.code) == ["1", "1", "2", "5", "9"])
        #expect(try self.pages(by: .name, count: count, source: "a").flatMap { $0 }.map(\.name) == ["a", "B", "b:c"])
    }

    @Test("letters with accents, strokes and hooks sort with the plain ones")
    func sorted() throws {
        let names = ["Łódź", "Zwolle", "Lund", "Århus", "Ørsta", "Ödemis", "Lodz", "İzmir", "Ivo", "Ħal", "Hull"]
        try gazetteer.add("a", "name,lat,lon\n" + names.map { "\($0),1,1\n" }.joined())
        let order = ["Århus", "Ħal", "Hull", "Ivo", "İzmir", "Łódź", "Lodz", "Lund", "Ödemis", "Ørsta", "Zwolle"]
        for count in [1, 5, 99] { #expect(try pages(by: .name, count: count).flatMap { $0 }.map(\.name) == order) }
        try gazetteer.add("b", "name,lat,lon\nAmrit,1,1\n‘Amrān,1,1\nAn Nabk,1,1\n")
        #expect(
            try pages(by: .name, count: 9, source: "b").flatMap { $0 }.map(\.name) == ["‘Amrān", "Amrit", "An Nabk"])
        for typed in ["łodz", "LÓDZ", "Lodz"] {
            let page = try gazetteer.store.browse(by: .name, after: GazetteerCursor(typed), count: 1)
            #expect(page.entries.map(\.name) == ["Łódź"], "\(typed)")
        }
    }

    @Test("a page begins at text that a user typed")
    func typed() throws {
        try gazetteer.add("a", "name,lat,lon\nalpha,1,1\nbeta,1,1\ngamma,1,1\n")
        let page = try gazetteer.store.browse(by: .name, after: GazetteerCursor("Beta"), count: 9)
        #expect(page.entries.map(\.name) == ["beta", "gamma"] && page.next == nil)
    }

    @Test("a page uses the index instead of scanning all places", arguments: ["name", "code"])
    func indexed(order: String) throws {
        try gazetteer.add("a", "name,lat,lon,code\nalpha,1,1,1\n")
        let database = try Connection(gazetteer.path, mode: .readOnly)
        let (key, rule) =
            order == "name"
            ? ("ifnull(latin, name) COLLATE NOCASE", "") : ("code COLLATE NOCASE", "code IS NOT NULL AND ")
        let plan = try database.prepare(
            """
            EXPLAIN QUERY PLAN SELECT e.name FROM entry_1 AS e
            WHERE \(rule)\(key) >= 'b' AND (\(key), id) > ('b', 1) ORDER BY \(key), id
            """)
        var steps: [String] = []
        while try plan.step() { steps.append(plan.text(at: 3) ?? "") }
        #expect(steps.count == 1 && steps.first?.contains("SEARCH e USING INDEX \(order)_1") == true, "\(steps)")
    }
}
