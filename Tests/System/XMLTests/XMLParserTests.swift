import Testing
import XML

/// A parser's events are complete and independent of the pieces of the document.
struct XMLParserTests {
    private func notes(_ document: [UInt8], piece: Int = .max) throws(XMLError) -> [String] {
        var parser = XMLParser(vocabulary: EventTranscript.vocabulary)
        var transcript = EventTranscript()
        var start = 0
        while start < document.count {
            let end = start + min(piece, document.count - start)
            try parser.feed(document.span.extracting(start..<end)) { transcript.append($0) }
            start = end
        }
        try parser.finish { transcript.append($0) }
        return transcript.lines
    }

    private static let document = """
        <?xml version="1.0"?>
        <!-- a comment -->
        <p:root item="1 &amp; 2" other='&#233;'>
        <item/><unknown value="x">passed over</unknown><value>a<x/>&lt;b<![CDATA[<&>]]>é</value></p:root>
        """
    private static let expected = [
        "<root 3", "@item=1 & 2", "@-=é", "<item 4", ">item", "<- 4", "@value=x", ">-", "<value 4", "'a", "<- 4", ">-",
        "'<b<&>é", ">value", ">root",
    ]

    @Test("elements, attributes, text and lines are reported in order", arguments: [1, 2, 3, 7, 64, 100_000])
    func reportsAll(piece: Int) throws {
        #expect(try notes(Array(Self.document.utf8), piece: piece) == Self.expected)
    }

    @Test("a line ends with a line feed, a carriage return or both, wherever pieces end", arguments: [1, 2, 3, 5, 100])
    func lines(piece: Int) throws {
        let document = "<root\n\n>\r\n<item/>\r<item\n/>\n\r\n<item/>x\ny<item/></root>"
        #expect(
            try notes(Array(document.utf8), piece: piece).filter { $0.hasPrefix("<") }
                == ["<root 1", "<item 4", "<item 5", "<item 8", "<item 9"])
    }

    @Test("text in other encodings is converted to UTF-8")
    func encodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><item>".utf8) + [0xE9] + Array("</item>".utf8)
        #expect(try notes(latin) == ["<item 1", "'é", ">item"])
        let units: [UInt16] = [0xFEFF] + Array("<item>é</item>".utf16)
        let wide = units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try notes(wide) == ["<item 1", "'é", ">item"])
        let error = #expect(throws: XMLError.self) {
            try notes(Array("<?xml version='1.0' encoding='windows-1252'?><root/>".utf8))
        }
        #expect(error?.reason == .unknownEncoding && error?.message.contains("UTF-8, UTF-16") == true)
        #expect(throws: XMLError.self) { try notes(Array("<root>".utf8) + [0xFF] + Array("</root>".utf8)) }
    }

    @Test("events before an error are reported, and the error with its position repeatedly")
    func eventsBeforeError() throws {
        var parser = XMLParser(vocabulary: EventTranscript.vocabulary)
        var transcript = EventTranscript()
        let document = Array("<root><item/>\n  <item></root>".utf8)
        let found = #expect(throws: XMLError.self) { try parser.feed(document.span) { transcript.append($0) } }
        let error = try #require(found)
        #expect(transcript.lines == ["<root 1", "<item 1", ">item", "<item 2"])
        #expect(error.line == 2)
        #expect(error.description == "line 2, column 11: mismatched tag")
        #expect(throws: error) { try parser.feed([0x20].span) { transcript.append($0) } }
        #expect(throws: error) { try parser.finish { transcript.append($0) } }
        #expect(transcript.lines.count == 4)
    }

    @Test("a truncated document is an error")
    func truncated() {
        let error = #expect(throws: XMLError.self) { try notes(Array("<root>\n<item>".utf8)) }
        #expect(error?.line == 2)
        #expect(throws: XMLError.self) { try notes([]) }
        #expect(throws: XMLError.self) { try notes(Array("<root/>more".utf8)) }
    }
}
