import QRCode
import Testing

@Suite("A QR code")
struct QRCodeTests {
    /// The finder pattern of ISO/IEC 18004: three by three dark, a light ring, a dark ring.
    static let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]

    @Test("has the three finder patterns, the timing lines and the module that is always dark")
    func patterns() throws {
        let code = try QRCode("geo:-37.809969,144.963264;u=12")
        #expect(code.size == 29)
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            for (offset, line) in Self.finder.enumerated() {
                let shown = (0..<7).map { code[row + offset, column + $0] ? "#" : "." }.joined()
                #expect(shown == line, "finder at \(row), \(column), line \(offset)")
            }
        }
        for index in 8..<(code.size - 8) {
            #expect(code[6, index] == (index % 2 == 0))
            #expect(code[index, 6] == (index % 2 == 0))
        }
        #expect(code[code.size - 8, 8])
    }

    @Test("grows with its text, from version 1 to version 40", arguments: [(14, 21), (26, 25), (2331, 177)])
    func size(bytes: Int, expected: Int) throws {
        #expect(try QRCode(String(repeating: "a", count: bytes)).size == expected)
    }

    @Test("is light out of range", arguments: [(-1, 0), (0, -1), (21, 0), (0, 21), (Int.max, Int.min)])
    func outside(row: Int, column: Int) throws {
        #expect(try QRCode("a")[row, column] == false)
    }

    @Test(
        "is not created for an invalid text",
        arguments: [
            ("", QRCodeError.empty), ("a\0b", .unencodable),
            (String(repeating: "é", count: 1166), .tooLong(bytes: 2332)),
        ])
    func refused(text: String, expected: QRCodeError) {
        #expect(throws: expected) { try QRCode(text) }
    }

    @Test("is the same for equal texts, and differs for others")
    func value() throws {
        #expect(try QRCode("geo:1,2") == QRCode("geo:1,2"))
        #expect(try QRCode("geo:1,2") != QRCode("geo:1,3"))
    }
}
