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
