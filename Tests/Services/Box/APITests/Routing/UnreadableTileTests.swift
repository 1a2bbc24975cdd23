import Access
import HTTPServer
import TestSupport
import Testing

@testable import API

@Suite struct UnreadableTileTests {
    @Test("a share's secret is not logged where a tile cannot be read, and the failure is once a minute")
    func unreadableTile() throws {
        let file = try MapFile(
            schema: """
                CREATE TABLE metadata(name TEXT, value TEXT);
                CREATE TABLE n(x);
                INSERT INTO n WITH RECURSIVE c(x) AS (SELECT 100 UNION ALL SELECT x + 1 FROM c LIMIT 200) SELECT x FROM c;
                CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, a.x || b.x || c.x || d.x AS tile_data
                    FROM n a, n b, n c, n d;
                """)
        let server = try TestServer(mbtiles: file.path)
        let secret = try server.controller.addShare(ShareOptions()).secret.text
        for _ in 0..<3 {
            #expect(server.send("/share/\(secret)/tiles/0/0/0").status == .internalServerError)
        }
        let line = try #require(server.recorded.lines.first)
        #expect(server.recorded.lines == [line])
        #expect(line.hasPrefix("GET /share/…/tiles/0/0/0: \(file.path): interrupted"))
        server.clock.advance(by: .seconds(60))
        _ = server.send("/share/\(secret)/tiles/0/0/0")
        #expect(server.recorded.lines == [line, line + " (repeated 2 times)"])
    }
}
