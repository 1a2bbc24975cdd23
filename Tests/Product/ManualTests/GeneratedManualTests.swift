import CommandLine
import FoundationEssentials
import Linux
import Testing

/// The lists of options in the manual are those of the programs.
///
/// `WHEREISMY_WRITE=yes swift test --filter ManualTests` writes them.
struct GeneratedManualTests {
    private static let directory =
        #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/docs/man"

    @Test("the generated parts of the manual are up to date")
    func pages() throws {
        for (name, part) in ManualPages.all() { try compare(name, part) }
        try compare("whereismy.1", ManualPages.codes(Self.read("whereismy.1"), read: Self.read))
    }

    private func compare(_ name: String, _ part: GeneratedPart) throws {
        let page = try Self.read(name)
        let rewritten = try #require(part.rewritten(page), "\(name) has no part \(part.name)")
        if ProcessEnvironment.variables["WHEREISMY_WRITE"] == "yes" {
            try rewritten.write(toFile: "\(Self.directory)/\(name)", atomically: true, encoding: .utf8)
        } else {
            #expect(rewritten == page, "\(name); fix: WHEREISMY_WRITE=yes swift test --filter ManualTests")
        }
    }

    private static func read(_ name: String) throws -> String {
        String(decoding: try FileContents.read("\(directory)/\(name)"), as: UTF8.self)
    }

    @Test("an option has its letter, its value and its line of the help, with marked words")
    func items() {
        #expect(GeneratedPart.Item.sentence("print b", words: []) == ["Print b."])
        #expect(
            GeneratedPart.Item.sentence("up to a, b (lines) or c (a); --x", words: ["a", "b", "c"]) == [
                "Up to", ".Cm a ,", ".Cm b", "(lines) or", ".Cm c", ".Pq Cm a ;", "--x.",
            ])
        let option = Option("day", letter: "d", value: "DAY", defaultValue: "today", help: "a day")
        #expect(GeneratedPart.Item(option).tag == "Fl d , Fl \\-day Op Ar day")
        #expect(GeneratedPart.Item(Option("via", value: "gpsbabel", help: "")).tag == "Fl \\-via Cm gpsbabel")
    }

    @Test("what is written by hand stays with its option, and a removed option takes it along")
    func prose() throws {
        let page = """
            .Sh OPTIONS
            .\\" begin options
            .It Fl \\-old
            Old.
            .\\" by hand
            Gone.
            .It Fl \\-kept Ar x
            Obsolete.
            .\\" by hand
            Kept.
            .Bl -tag
            .It Cm a
            One.
            .El
            .El
            .\\" end options
            """
        let part = GeneratedPart(
            lists: [
                .init(items: [
                    .init(tag: "Fl \\-new", lines: ["New."]),
                    .init(tag: "Fl \\-kept", lines: ["Now."]),
                ])
            ])
        let rewritten = try #require(part.rewritten(page))
        #expect(
            rewritten == """
                .Sh OPTIONS
                .\\" begin options
                .Bl -tag -width Ds
                .It Fl \\-new
                New.
                .It Fl \\-kept
                Now.
                .\\" by hand
                Kept.
                .Bl -tag
                .It Cm a
                One.
                .El
                .El
                .\\" end options
                """)
        #expect(part.rewritten(rewritten) == rewritten && part.rewritten("") == nil)
    }
}
