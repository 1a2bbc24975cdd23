import API
import Testing

struct TileMetadataTests {
    private func metadata(_ values: [(String, String)], _ sql: String = "") throws -> TileMetadata {
        let file = try MapFile()
        try file.describe(values)
        try file.execute(sql)
        return try MBTiles(file.path).metadata
    }

    @Test("the metadata of a map is read")
    func whole() throws {
        let found = try metadata([
            ("name", "Baltic"), ("format", "png"), ("bounds", "9.5,53.9, 15,56"), ("minzoom", "3"), ("maxzoom", "14"),
            ("attribution", "© <a href=\"https://example.org\" onclick=\"x()\">Charts</a> &amp; sons"),
        ])
        #expect(found.name == "Baltic" && found.format == "png")
        #expect(found.bounds.map { [$0.west, $0.south, $0.east, $0.north] } == [9.5, 53.9, 15, 56])
        #expect(found.minZoom == 3 && found.maxZoom == 14)
        #expect(found.attribution == "© Charts & sons")
    }

    @Test("a map without metadata is described by its tiles")
    func silent() throws {
        let rows = "INSERT INTO tiles VALUES(4, 0, 0, x'00'), (9, 0, 0, x'00')"
        let found = try metadata([], rows)
        #expect(found.minZoom == 4 && found.maxZoom == 9)
        #expect(found.name == nil && found.bounds == nil && found.attribution == nil)
    }

    @Test(
        "invalid bounds are ignored",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "1,2,,4", "nan,0,1,1", "-inf,0,1,1", "10,0,5,1", "0,5,1,4", "-181,0,1,1",
            "0,0,1,91",
            "west,south,east,north",
        ])
    func bounds(text: String) throws {
        #expect(try metadata([("bounds", text)]).bounds == nil)
    }

    @Test(
        "invalid zooms are ignored",
        arguments: [("99", "-4"), ("", "x"), ("9223372036854775808", "1e3"), ("7.5", " 8")])
    func zooms(first: String, last: String) throws {
        let found = try metadata([("minzoom", first), ("maxzoom", last)], "INSERT INTO tiles VALUES(2, 0, 0, x'00')")
        #expect(found.minZoom == 2 && found.maxZoom == 2)
    }

    @Test("a last zoom before the first becomes the first")
    func reversed() throws {
        let found = try metadata([("minzoom", "8"), ("maxzoom", "3")])
        #expect(found.minZoom == 8 && found.maxZoom == 8)
    }

    @Test(
        "invalid zooms of tiles are clamped",
        arguments: ["-5", "999999999999", "'nine'", "x'FF'"])
    func wildTiles(zoom: String) throws {
        let found = try metadata([], "INSERT INTO tiles VALUES(\(zoom), 0, 0, x'00')")
        #expect((0...30).contains(found.minZoom) && (found.minZoom...30).contains(found.maxZoom))
    }

    @Test("values of a wrong type or excessive length are ignored")
    func wildValues() throws {
        let found = try metadata(
            [("attribution", String(repeating: "a", count: 5000))],
            "INSERT INTO metadata VALUES('name', x'414243'), (NULL, 'a'), ('format', NULL), ('maxzoom', 12)")
        #expect(found.name == nil && found.attribution == nil && found.format == nil)
        #expect(found.maxZoom == 12)
    }

    @Test("an endless metadata table is read up to a limit")
    func manyRows() throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
        let found = try metadata([("name", "first")], endless + "INSERT INTO metadata SELECT 'name' || i, i FROM n")
        #expect(found.name == "first")
    }

    @Test(
        "tags and entities become text",
        arguments: [
            ("<b>A</b>", "A"), ("1 < 2", "1 < 2"), ("&lt;script&gt;", "<script>"), ("&copy;&nbsp;A", "© A"),
            ("a\n\tb", "a b"), ("<a href='x'", "<a href='x'"), ("&amp;lt;", "&lt;"),
        ])
    func text(markup: String, text: String) throws {
        #expect(try metadata([("attribution", markup)]).attribution == text)
    }
}
