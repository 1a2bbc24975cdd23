import Basics
import Location
import Testing
import Tracks

/// Encodings, and what stands before the content, in each format.
struct TextStartTests {
    /// A file of each kind with one point and a name with other letters.
    private static let files: [String] = [
        "<gpx><trk><name>Zürich</name><trkseg><trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt></trkseg>"
            + "</trk></gpx>",
        "<kml><Placemark><name>Zürich</name><TimeStamp><when>2026-01-01T00:00:00Z</when></TimeStamp><Point>"
            + "<coordinates>2,1</coordinates></Point></Placemark></kml>",
        "<TrainingCenterDatabase><Trackpoint><Time>2026-01-01T00:00:00Z</Time><Position><LatitudeDegrees>1"
            + "</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position></Trackpoint>\n"
            + "<Notes>Zürich</Notes></TrainingCenterDatabase>",
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"time":1767225600,"#
            + #""name":"Zürich"}}"#,
        "$GPRMC,000000,A,0100.0,N,00200.0,E,,,010126,,,A*77\r\n",
        "2026-01-01T00:00:09Z\t*\t" + #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"t":"Zürich"}"#,
        "timestamp,latitude,longitude,name\n2026-01-01T00:00:00Z,1,2,Zürich",
    ]

    private func expectPoint(_ bytes: [UInt8], chunkSize: Int = 65_536) throws {
        let track = Sample.read(bytes, chunkSize: chunkSize)
        #expect(track.error == nil && track.skipped.isEmpty, "\(String(decoding: bytes.prefix(99), as: UTF8.self))")
        #expect(track.points.map(\.timestamp) == [Sample.start])
        #expect(track.points.map(\.coordinate) == [try Sample.coordinate(1, 2)])
    }

    /// A declaration of XML before XML.
    private func declared(_ encoding: String, _ file: String) -> String {
        file.first == "<" ? "<?xml version=\"1.0\" encoding='\(encoding)' ?>\n\(file)" : file
    }

    private func wide(_ text: String, isLittleEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittleEndian ? bytes : bytes.reversed()
        }
    }

    @Test("blanks, line ends, marks and zeros before the content are ignored", arguments: files)
    func blanks(file: String) throws {
        for lead in [
            "\n  \u{FEFF}", "          ", "\r\n\t ", "\u{FEFF}", "\n\u{FEFF} ", "\u{FEFF}\u{FEFF}", "\0\0\0\0\0\0",
            " \0\n",
        ] {
            try expectPoint(Array((lead + file).utf8))
            try expectPoint(Array((lead + declared("utf-8", file)).utf8), chunkSize: 3)
        }
    }

    @Test("UTF-16 is read with and without a mark, whatever the file declares", arguments: files)
    func utf16(file: String) throws {
        for isLittleEndian in [true, false] {
            for text in [file, declared("UTF-16", file), "  " + declared("utf-8", file), declared("latin1", file)] {
                try expectPoint(wide("\u{FEFF}" + text, isLittleEndian: isLittleEndian), chunkSize: 5)
                try expectPoint(wide(text, isLittleEndian: isLittleEndian))
            }
        }
    }

    @Test(
        "a mark counts more than the declaration, and UTF-16 in a declaration of single bytes is none",
        arguments: files)
    func contrary(file: String) throws {
        for encoding in ["windows-1252", "UTF-16", "none-such", "shift_jis"] {
            try expectPoint(Array(("\u{FEFF}" + declared(encoding, file)).utf8))
            try expectPoint(Array((" \n\u{FEFF}" + declared(encoding, file)).utf8))
        }
        for encoding in ["UTF-16", "utf-16le", "ISO-10646-UCS-2", "UCS-4", "UTF-8", "utf8", "IBM037", ""] {
            try expectPoint(Array(declared(encoding, file).utf8))
        }
    }

    @Test(
        "encodings that XML declares are read",
        arguments: [
            ("windows-1252", [0xFC, 0x80]), ("WINDOWS-1252", [0x93]), ("cp1252", [0xFC]), ("iso-8859-1", [0xFC, 0x85]),
            ("ISO-8859-15", [0xA4]), ("koi8-r", [0xED, 0xCF]), ("windows-1251", [0xCC]), ("Shift_JIS", [0x93, 0x8C]),
            ("shift_jis", [0x83, 0x5C, 0x87, 0x40]), ("gb2312", [0xB6, 0xAB, 0x84, 0x41]), ("EUC-JP", [0xC5, 0xEC]),
            ("big5", [0xAA, 0x46]), ("us-ascii", []),
        ] as [(String, [UInt8])])
    func encodings(encoding: String, name: [UInt8]) throws {
        for file in Self.files where file.first == "<" {
            let parts = declared(encoding, file).split(separatorText: "Zürich").map { Array($0.utf8) }
            try #require(parts.count == 2)
            try expectPoint(parts[0] + name + parts[1])
            try expectPoint(Array("  \n".utf8) + parts[0] + name + parts[1], chunkSize: 1)
        }
    }

    @Test("an unknown encoding is an error that names it")
    func unknown() {
        let reason = "unknown encoding \"x-none\"; fix: convert the file to UTF-8"
        #expect(Sample.read(declared("x-none", Self.files[0])).error == TrackError(line: 1, reason))
    }

    @Test("a document in EBCDIC is refused, and the error names the encoding")
    func ebcdic() throws {
        var tail: [UInt8] = []
        for byte in "<?xml version='1.0' encoding='IBM037'?><gpx/>".utf8 { tail.append(try ebcdic(byte)) }
        for lead in [[], [0x40, 0x25], [0x0D, 0x25, 0x40]] as [[UInt8]] {
            for start in [0, 39] {
                let error = Sample.read(lead + tail[start...]).error
                #expect(
                    error?.reason
                        == "the text is in EBCDIC; fix: iconv -f IBM037 -t UTF-8, with the encoding of the file")
            }
        }
        #expect(Sample.read("Lorem").error?.reason.hasPrefix("unknown format") == true)
    }

    /// The byte of IBM037 for one of ASCII.
    private func ebcdic(_ byte: UInt8) throws -> UInt8 {
        let codes: [(Character, UInt8)] = [
            ("<", 0x4C), ("?", 0x6F), (">", 0x6E), ("/", 0x61), (" ", 0x40), ("'", 0x7D), ("=", 0x7E), (".", 0x4B),
        ]
        let character = Character(Unicode.Scalar(byte))
        if let code = codes.first(where: { $0.0 == character }) { return code.1 }
        let runs: [(ClosedRange<Character>, UInt8)] = [
            ("a"..."i", 0x81), ("j"..."r", 0x91), ("s"..."z", 0xA2), ("A"..."I", 0xC1), ("J"..."R", 0xD1),
            ("0"..."9", 0xF0),
        ]
        let run = try #require(runs.first { $0.0.contains(character) })
        return run.1 + (byte - (try #require(run.0.lowerBound.asciiValue)))
    }

    @Test("bytes that the declared encoding does not have are an error behind the points before them")
    func invalid() {
        let parts = declared("windows-1252", Self.files[2]).split(separatorText: "Zürich").map { Array($0.utf8) }
        let track = Sample.read(parts[0] + [0x81] + parts[1])
        #expect(track.count == 1)
        let reason = "bytes that are no text in the encoding of the file, windows-1252"
        #expect(track.error == TrackError(line: 3, reason))
        let half = Sample.read(wide(Self.files[4] + "\u{2028}", isLittleEndian: true).dropLast())
        #expect(half.count == 1 && half.error?.line == 2)
    }

    @Test("a document that is no UTF-8, whatever it declares, is text of single bytes, which is said")
    func noUTF8() throws {
        for file in Self.files where file.first == "<" {
            for text in [file, declared("UTF-8", file), " " + file] {
                let parts = text.split(separatorText: "Zürich").map { Array($0.utf8) }
                try #require(parts.count == 2)
                let track = Sample.read(parts[0] + [0xFC, 0x81] + parts[1])
                #expect(track.error == nil && track.count == 1 && track.assumed == [.singleByteText: 1])
            }
        }
        // A character in the middle of which the examined bytes end is whole.
        let long = "<gpx><name>" + String(repeating: "ü", count: 20_000) + "</name>" + Self.files[0].dropFirst(5)
        for lead in ["", " "] { try expectPoint(Array((lead + long).utf8), chunkSize: 16_384) }
    }

    @Test("errors keep their line and column behind blanks and a declaration")
    func places() {
        let track = Sample.read(" \n \u{FEFF}\r\n" + declared("utf-8", "<gpx>\n <trk></gpx>"))
        #expect(track.error?.description == "line 5, column 9: mismatched tag" || track.error?.line == 5)
    }
}
