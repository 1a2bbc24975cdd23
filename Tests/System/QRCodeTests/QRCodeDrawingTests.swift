import QRCode
import Testing

@Suite("The drawing of a QR code")
struct QRCodeDrawingTests {
    @Test("has each dark module once, behind a quiet zone of four")
    func path() throws {
        let code = try QRCode("https://box.example/share/s3cret/")
        #expect(code.width == 29 + 8)
        #expect(Self.modules(of: code.path) == Self.darkModules(of: code))
    }

    @Test("is an SVG document of black on white, as large as the code with its quiet zone")
    func document() throws {
        let code = try QRCode("a")
        #expect(code.svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29""#))
        #expect(code.svg.hasSuffix(##"<path stroke="#000" d="\##(code.path)"/></svg>"##))
        #expect(code.svg.contains(##"<path fill="#fff" d="M0 0h29v29H0z"/>"##))
    }

    private static func darkModules(of code: QRCode) -> Set<[Int]> {
        let all = (0..<code.size).flatMap { row in (0..<code.size).map { [row, $0] } }
        return Set(all.filter { code[$0[0], $0[1]] })
    }

    /// Follows the path: `M x y.5` begins a row, `h` draws and `m x 0` moves to the right.
    private static func modules(of path: String) -> Set<[Int]> {
        var (row, column, drawn) = (0, 0, Set<[Int]>())
        for line in path.split(separator: "M") {
            let parts = line.split(whereSeparator: { "hm".contains($0) }).map(String.init)
            let start = parts[0].split(separator: " ")
            (column, row) = (
                (Int(start[0]) ?? 0) - QRCode.quietZone, (Int(start[1].dropLast(2)) ?? 0) - QRCode.quietZone
            )
            for (letter, part) in zip(line.filter { "hm".contains($0) }, parts.dropFirst()) {
                let length = Int(part.prefix { $0 != " " }) ?? 0
                if letter == "h" { for step in 0..<length { drawn.insert([row, column + step]) } }
                column += length
            }
        }
        return drawn
    }
}
