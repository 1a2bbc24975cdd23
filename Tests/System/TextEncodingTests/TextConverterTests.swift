import Testing
import TextEncoding

/// Conversion to UTF-8.
struct TextConverterTests {
    private struct Unknown: Error {}

    private func convert(_ bytes: [UInt8], from encoding: String, piece: Int = .max) throws -> String {
        guard var converter = TextConverter(from: encoding) else { throw Unknown() }
        var text: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(piece, bytes.count - start)
            try converter.convert(bytes.span.extracting(start..<end), into: &text)
            start = end
        }
        try converter.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(
        "text is the same in pieces of any size",
        arguments: [
            ("windows-1252", [0x4B, 0xFC, 0x80], "Kü€"), ("WINDOWS-1252", [0x94], "”"), ("ISO-8859-15", [0xA4], "€"),
            ("koi8-r", [0xED, 0xCF], "Мо"), ("windows-1251", [0xCC, 0xEE], "Мо"), ("ISO_8859-5:1988", [0xBC], "М"),
            ("Shift_JIS", [0x93, 0x8C, 0x87, 0x40], "東①"), ("euc-jp", [0xC5, 0xEC], "東"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x1B, 0x28, 0x42], "東"), ("gb2312", [0xB6, 0xAB], "东"),
            ("GB18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"), ("big5", [0xAA, 0x46], "東"),
            ("euc-kr", [0xB5, 0xBF], "동"),
            ("UTF-16LE", [0x3D, 0xD8, 0x1A, 0xDE], "\u{1F61A}"), ("utf-16be", [0x67, 0x71], "東"),
            ("UTF-32BE", [0, 1, 0xF6, 0x1A], "\u{1F61A}"), ("ansi", [0xE9], "é"), ("macintosh", [0x8E], "é"),
        ] as [(String, [UInt8], String)])
    func encodings(name: String, bytes: [UInt8], text: String) throws {
        for piece in [1, 2, 3, .max] { #expect(try convert(bytes, from: name, piece: piece) == text) }
    }

    @Test("a long text takes several blocks")
    func long() throws {
        let text = try convert([UInt8](repeating: 0xE9, count: 100_000), from: "iso-8859-1", piece: 65_536)
        #expect(text == String(repeating: "é", count: 100_000))
    }

    @Test(
        "an unknown name is none, also with options of the C library",
        arguments: ["", "x-none", "UTF-8//IGNORE", "é"])
    func unknown(name: String) {
        let isKnown = TextConverter(from: name) != nil
        #expect(!isKnown)
    }

    @Test("bytes that the encoding does not have are an error behind the text before them, as is half a character")
    func invalid() throws {
        guard var converter = TextConverter(from: "windows-1252") else { throw Unknown() }
        var text: [UInt8] = []
        #expect(throws: TextEncodingError.self) { try converter.convert([0x61, 0x81, 0x62].span, into: &text) }
        #expect(text == [0x61])
        #expect(throws: TextEncodingError.self) { try convert([0x93], from: "shift_jis") }
        #expect(throws: TextEncodingError.self) { try convert([0, 0xD8, 0, 0xD8], from: "UTF-16LE") }
    }

    @Test("UTF-8 and ASCII have several names", arguments: ["UTF-8", "utf8", "US-ASCII"])
    func utf8(name: String) {
        #expect(EncodingName.isUTF8(name) && !EncodingName.isUTF8("utf-16"))
    }
}
