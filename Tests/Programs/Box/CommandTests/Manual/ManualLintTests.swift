import Linux
import Testing

/// The pages pass mandoc, which is stricter than man.
@Suite(.enabled(if: ExternalProgram.mandoc.isPresent, "mandoc is not installed (Debian: mandoc)"))
struct ManualLintTests {
    @Test("the pages pass the lint")
    func lint() throws {
        let pages = try DirectoryListing.names(in: ManualPage.directory).map { "\(ManualPage.directory)/\($0)" }
        #expect(pages.count > 10)
        // Below warnings there are only matters of style, such as manuals that are not installed here.
        #expect(try ExternalProgram.mandoc.run(["-T", "lint", "-W", "warning"] + pages).isEmpty)
    }
}

/// The pages as `man` shows them.
@Suite(.enabled(if: ExternalProgram.groff.isPresent, "groff is not installed (Debian: groff-base)"))
struct ManualFormatTests {
    @Test(
        "a page is formatted without a warning, and its header and footer name this program, not BSD",
        arguments: try DirectoryListing.names(in: ManualPage.directory))
    func header(name: String) throws {
        let text = try ExternalProgram.groff.run(["-mdoc", "-T", "utf8", "\(ManualPage.directory)/\(name)"])
        let lines = text.split(separator: "\n").filter { $0.contains { !$0.isWhitespace } }
        #expect(lines.first?.contains(/(General Commands|File Formats|System Manager.s) Manual/) == true)
        #expect(lines.last?.hasPrefix("WhereIsMy ") == true)
        #expect(lines.first?.contains("BSD") == false)
    }
}
