import Basics
import Location
import SQLite
import Testing

@testable import Gazetteer

struct ImportTests {
    private let gazetteer: ScratchGazetteer

    init() throws {
        gazetteer = try ScratchGazetteer()
    }

    private func all() throws -> [GazetteerEntry] {
        try gazetteer.store.browse(by: .name, count: 1000).entries
    }

    private static func dumpLine(
        _ name: String, ascii: String = "", others: String = "", at: String = "-37.814\t144.96332",
        population: Int = 0
    ) -> String {
        "2158177\t\(name)\t\(ascii)\t\(others)\t\(at)\tP\tPPLA\tAU\t\t07\t24600\t\t\t\(population)\t25\t\t"
            + "Australia/Melbourne\t2024-01-01\n"
    }

    @Test("a GeoNames dump is decoded by the columns of its readme", arguments: [1, 7, 1 << 16])
    func geonames(piece: Int) throws {
        let text = Self.dumpLine("Melbourne", ascii: "Melbourne", others: "Mel'burn,Мельбурн", population: 5_078_193)
        let regions = RegionNames(Array("AU.07\tVictoria\tVictoria\t2145234\n".utf8))
        let summary = try gazetteer.add("cities", text, kind: nil, regions: regions, piece: piece)
        #expect(summary.rows == 1 && summary.skipped == 0)
        let entry = try #require(try all().first)
        let place = try #require(Coordinate(latitude: -37.814, longitude: 144.96332))
        #expect(
            entry
                == GazetteerEntry(
                    name: "Melbourne", region: "Victoria", country: "AU", coordinate: place, population: 5_078_193,
                    source: "cities"))
        #expect(try gazetteer.store.search("мельб", count: 1) == [entry])
        #expect(try gazetteer.store.sources().map(\.format) == [.geonames])
    }

    @Test("a region without a known name keeps its code")
    func regionCode() throws {
        try gazetteer.add("cities", Self.dumpLine("Melbourne"), kind: nil)
        #expect(try all().map(\.region) == ["07"])
    }

    @Test(
        "CSV is decoded by its line of titles, with quotes, CRLF and a byte order mark", arguments: [1, 5, 4096])
    func csv(piece: Int) throws {
        let text =
            "\u{FEFF}postcode,suburb,state,latitude,longitude\r\n"
            + "3000,\"Melbourne, \"\"CBD\"\"\",VIC,-37.81,144.96\r\n"
            + "0872,\"Two\r\nLines\",NT,\"-25.5\", 130.5 "
        let summary = try gazetteer.add("postcodes", text, kind: nil, piece: piece)
        #expect(summary.rows == 2 && summary.issues.isEmpty)
        #expect(try all().map(\.name) == ["Melbourne, \"CBD\"", "Two Lines"])
        #expect(try all().map(\.code) == ["3000", "0872"])
        #expect(try all().map(\.region) == ["VIC", "NT"])
        #expect(try all().map(\.coordinate.longitude) == [144.96, 130.5])
    }

    @Test(
        "columns can be chosen by title or by number",
        arguments: ["name=Ort,latitude=N,longitude=O,code=plz", "name=2,latitude=3,longitude=4,code=1"])
    func columns(choice: String) throws {
        try gazetteer.add("orte", "PLZ,Ort,N,O\n80331,München,48.137,11.575\n", columns: ColumnMapping(choice))
        #expect(try all().map(\.name) == ["München"])
        #expect(try all().map(\.code) == ["80331"])
    }

    @Test(
        "missing or malformed columns are named in the error",
        arguments: [
            ("", "no column \"latitude\" in the first line, which has town, n, o; fix: --columns ROLE=COLUMN"),
            ("latitude=x", "no column \"x\" in the first line, which has town, n, o; fix: --columns ROLE=COLUMN"),
            (
                "latitude=2,longitude=0",
                "no column \"0\" in the first line, which has town, n, o; fix: --columns ROLE=COLUMN"
            ),
        ])
    func absentColumn(choice: String, message: String) throws {
        let error = #expect(throws: GazetteerImportError.self) {
            try gazetteer.add(
                "x", "Town,N,O\na,1,2\n", columns: choice.isEmpty ? ColumnMapping() : ColumnMapping(choice))
        }
        #expect(error?.description == message)
        #expect(throws: ColumnMapping.MappingError.self) { try ColumnMapping("nonsense") }
    }

    @Test("a bad row is counted and reported with its line, up to a hundred of them, and is not fatal")
    func badRows() throws {
        let bad = "b,91,0\nb,x,0\n,1,1\nb,,\nb,0x1p3,0\nb,nan,0\n" + String(repeating: "b,1\n", count: 200)
        let summary = try gazetteer.add("mixed", "name,lat,lon\na,1,2\n\(bad)c,3,4\n")
        #expect(summary.rows == 2 && summary.skipped == 206 && summary.issues.count == 100)
        #expect(
            summary.issues.prefix(7).map(\.description) == [
                "line 3: \"91,0\" is not a latitude and longitude in degrees",
                "line 4: \"x,0\" is not a latitude and longitude in degrees",
                "line 5: no name", "line 6: no position",
                "line 7: \"0x1p3,0\" is not a latitude and longitude in degrees",
                "line 8: \"nan,0\" is not a latitude and longitude in degrees",
                "line 9: no position",
            ])
        #expect(try gazetteer.store.sources().map(\.skipped) == [206])
        #expect(try all().map(\.name) == ["a", "c"])
    }

    @Test("lines of a dump that are too short or too long are bad rows")
    func strangeLines() throws {
        let text = Self.dumpLine("a") + "b\tc\n" + String(repeating: "x", count: 300_000) + "\n\n" + Self.dumpLine("d")
        let summary = try gazetteer.add("dump", text, kind: .geonames, piece: 1000)
        #expect(summary.rows == 2)
        #expect(
            summary.issues.map(\.description) == [
                "line 2: 2 columns instead of 15", "line 3: longer than 128 KB",
            ])
    }

    @Test(
        "an unclosed quote discards its line and no other",
        arguments: [
            "", "c,5,6\n", "c,5,6", "\"c, d\",5,6\n", "c,\"5\",6\ne,7,8\n", String(repeating: "c,5,6\n", count: 25_000),
            String(repeating: "c,5,6" + String(repeating: " ", count: 5000) + "\n", count: 60),
            String(repeating: "\"c \"\"d\"\",\ne\",5,6\n", count: 300),
        ], [100, 1 << 16])
    func strayQuote(rest: String, piece: Int) throws {
        let before = "name,lat,lon\na,1,2\n"
        let good = try gazetteer.add("good", before + rest, piece: piece)
        let summary = try gazetteer.add("stray", before + "\"b,3,4\n" + rest, piece: piece)
        #expect(summary.rows == good.rows && good.skipped == 0)
        #expect(summary.issues.map(\.description) == ["line 3: unclosed quotation mark"])
    }

    @Test("a file of nothing but stray quotes is read to its end", arguments: [100, 1 << 16])
    func strayQuotes(piece: Int) throws {
        let stray = String(repeating: "x\",\"\n", count: 2_000)
        let summary = try gazetteer.add("stray", "name,lat,lon\n\(stray)c,5,6\n", piece: piece)
        #expect(summary.rows == 1 && summary.skipped == 2_000)
        #expect(summary.issues.map(\.line) == Array(2...101))
    }

    @Test("a quote within a field is text, and an opening one may follow a byte order mark or a blank")
    func inchMarks() throws {
        let titles = "\u{FEFF}\"name\",\"a,\nb\",lat,lon\n"
        let summary = try gazetteer.add("inches", "\(titles)Pipe 5\",x,1,2\nBar, \"y, z\",3,4\n\"Q\" R,x,5,6\n")
        #expect(summary.rows == 3 && summary.issues.isEmpty)
        #expect(try all().map(\.name) == ["Bar", "Pipe 5\"", "Q R"])
    }

    @Test("a source is replaced as a whole, also in the view of another process")
    func replaced() throws {
        try gazetteer.add("a", "name,lat,lon\nold,1,2\nolder,1,2\n")
        let reader = try GazetteerStore(path: gazetteer.path, access: .readOnly)
        #expect(try reader.browse(by: .name, count: 9).entries.map(\.name) == ["old", "older"])
        try gazetteer.add("a", "name,lat,lon\nnew,1,2\n")
        #expect(try reader.browse(by: .name, count: 9).entries.map(\.name) == ["new"])
        #expect(try reader.sources().map(\.rows) == [1])
        let database = try Connection(gazetteer.path, mode: .readOnly)
        #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%\\_1%' ESCAPE '\\'") == 0)
    }

    @Test("a failed import keeps the old source and leaves nothing of the new one")
    func failed() throws {
        struct Stop: Error {}
        try gazetteer.add("a", "name,lat,lon\nold,1,2\n")
        let request = GazetteerImportRequest(name: "a", file: "/a", format: .csv, at: Timestamp(milliseconds: 0))
        var pieces = 0
        #expect(throws: Stop.self) {
            _ = try gazetteer.store.importSource(request) {
                pieces += 1
                guard pieces < 3 else { throw Stop() }
                return Array("name,lat,lon\nnew,1,2\n".utf8)
            }
        }
        #expect(try all().map(\.name) == ["old"])
        #expect(try Connection(gazetteer.path, mode: .readOnly).integer("SELECT count(*) FROM source") == 1)
        try gazetteer.add("a", "name,lat,lon\nnew,1,2\n")
        #expect(try all().map(\.name) == ["new"])
    }

    @Test(
        "a file without places is rejected",
        arguments: [
            ("PK\u{3}\u{4}abc", GazetteerImportError.archive), ("", .empty(first: nil)),
            ("name,lat,lon\na,1\n", .empty(first: "line 2: no position")),
        ])
    func refused(text: String, error: GazetteerImportError) throws {
        #expect(throws: error) { try gazetteer.add("a", text) }
        #expect(try gazetteer.store.sources() == [])
    }

    @Test("a source is removed as a whole, and the error for a missing one names it")
    func removed() throws {
        try gazetteer.add("a", "name,lat,lon\nx,1,2\n")
        try gazetteer.add("b", "name,lat,lon\ny,1,2\n")
        try gazetteer.store.remove("a")
        #expect(try gazetteer.store.sources().map(\.name) == ["b"])
        #expect(throws: GazetteerError.unknownSource("a", known: ["b"])) { try gazetteer.store.remove("a") }
    }

    @Test("a second import at the same time fails")
    func oneAtATime() throws {
        let request = GazetteerImportRequest(name: "a", file: "/a", format: .csv, at: Timestamp(milliseconds: 0))
        var failure: (any Error)?
        #expect(throws: GazetteerImportError.empty(first: nil)) {
            try gazetteer.store.importSource(request) {
                do { try gazetteer.store.remove("b") } catch { failure = error }
                return []
            }
        }
        #expect(failure as? GazetteerError == .busy(path: gazetteer.path))
    }
}
