import Testing
import XML

/// Hostile documents: each is rejected with its reason before it uses memory.
struct HostileXMLTests {
    private func reason(_ pieces: some Sequence<[UInt8]>) -> XMLError.Reason? {
        var parser = XMLParser(vocabulary: EventTranscript.vocabulary)
        var transcript = EventTranscript()
        do throws(XMLError) {
            for piece in pieces {
                try parser.feed(piece.span) { transcript.append($0) }
                transcript.lines.removeAll(keepingCapacity: true)
            }
            try parser.finish { transcript.append($0) }
            return nil
        } catch {
            return error.reason
        }
    }

    private func reason(_ text: String) -> XMLError.Reason? { reason([Array(text.utf8)]) }

    @Test("an entity bomb is rejected at its document type")
    func entityBomb() {
        let lines = (1...9).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }
        let bomb = "<!DOCTYPE x [<!ENTITY a0 'ha'>" + lines.joined() + "]><root>&a9;</root>"
        #expect(reason(bomb) == .documentType)
        #expect(reason("<!DOCTYPE root SYSTEM 'file:///etc/passwd'><root/>") == .documentType)
        #expect(reason("<!DOCTYPE root><root/>") == .documentType)
    }

    @Test("an undeclared entity is an error")
    func undeclaredEntity() {
        #expect(reason("<root>&a;</root>") == .notWellFormed("undefined entity"))
    }

    @Test("64 levels are read, 65 are not")
    func nesting() {
        func nested(_ levels: Int) -> String {
            String(repeating: "<item>", count: levels) + String(repeating: "</item>", count: levels)
        }
        #expect(reason(nested(64)) == nil)
        #expect(reason(nested(65)) == .nestedTooDeep)
        #expect(reason(String(repeating: "<item>", count: 1_000_000)) == .nestedTooDeep)
    }

    @Test(
        "endless markup is rejected at its limit",
        arguments: ["<root value='", "<root ", "<root><!-- ", "<?xml-stylesheet ", "<root><?x ", "</", "<"])
    func endlessMarkup(begin: String) {
        // A gigabyte, of which less than a megabyte is read.
        let endless = (0..<16_384).lazy.map { $0 == 0 ? Array(begin.utf8) : Array(repeating: 0x61, count: 65_536) }
        let reason = reason(endless)
        let noEnd: XMLError.Reason = .notWellFormed("not well-formed (invalid token)")
        #expect(reason == (begin == "</" ? noEnd : .markupTooLong))
    }

    @Test("endless markup in one piece is rejected too")
    func endlessPiece() {
        #expect(reason("<root value='" + String(repeating: "a", count: 1_000_000)) == .markupTooLong)
        #expect(reason("<root value='" + String(repeating: "a", count: 60_000) + "'/>") == nil)
    }

    @Test("endless text is rejected at its limit, in any pieces")
    func endlessText() {
        let text = (0..<16_384).lazy.map { $0 == 0 ? Array("<item>".utf8) : Array(repeating: 0x61, count: 65_536) }
        #expect(reason(text) == .textTooLong)
        #expect(reason("<item>" + String(repeating: "&#97;\n", count: 1_000_000) + "</item>") == .textTooLong)
        #expect(reason("<item>" + String(repeating: "a", count: 1_048_576) + "</item>") == nil)
        #expect(reason("<item><![CDATA[" + String(repeating: "a", count: 1_048_577) + "]]></item>") == .textTooLong)
    }

    @Test("unwanted text of any length is skipped")
    func longTextElsewhere() {
        #expect(reason("<root>" + String(repeating: "a", count: 2_000_000) + "</root>") == nil)
    }

    @Test("endless new names are rejected, of elements and attributes")
    func manyNames() {
        #expect(reason("<root>" + (0..<1023).map { "<a\($0)/>" }.joined() + "</root>") == nil)
        #expect(reason("<root>" + (0..<1024).map { "<a\($0)/>" }.joined() + "</root>") == .tooManyNames)
        #expect(reason("<root>" + (0..<1024).map { "<a b\($0)=''/>" }.joined() + "</root>") == .tooManyNames)
        #expect(reason("<" + String(repeating: "n", count: 257) + "/>") == .tooManyNames)
    }

    @Test("random bytes are rejected without a crash")
    func noise() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in UInt8.random(in: 0...255) }
            #expect(reason([Array("<root>".utf8) + bytes]) != nil)
        }
    }
}
