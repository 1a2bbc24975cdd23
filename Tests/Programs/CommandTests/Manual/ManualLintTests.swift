import Linux
import Testing

/// What mandoc, which takes mdoc more seriously than man does, says about the pages.
@Suite(.enabled(if: OutsideProgram.mandoc.isPresent, "there is no mandoc here (Debian: mandoc)"))
struct ManualLintTests {
    @Test("the pages have no fault")
    func lint() throws {
        let pages = try DirectoryListing.names(in: ManualPage.directory).map { "\(ManualPage.directory)/\($0)" }
        #expect(pages.count > 10)
        // Below a warning there are matters of style, such as manuals that are not installed here.
        #expect(try OutsideProgram.mandoc.run(["-T", "lint", "-W", "warning"] + pages).isEmpty)
    }
}
