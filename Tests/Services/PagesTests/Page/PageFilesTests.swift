import FoundationEssentials
import Linux
import Pages
import Testing

@Suite("The sample pages")
struct PageFilesTests {
    static let folder = ProcessInfo.processInfo.environment["WHEREISMY_PAGES"]

    @Test("are written for inspection", .enabled(if: folder != nil, "WHEREISMY_PAGES names no directory"))
    func write() throws {
        let writer = PageWriter(directory: try #require(Self.folder))
        let renderer = PageRenderer(library: .builtIn, settings: PageSettings())
        for sample in try SampleReport.all() {
            let page = renderer.render(sample.report, at: SampleReport.now)
            #expect(page.fault == nil)
            #expect(try writer.write(name: "\(sample.name).html", bytes: page.bytes))
            let stopped = renderer.render(sample.report, at: SampleReport.now, daemonRuns: false)
            try writer.write(name: "\(sample.name)-stopped.html", bytes: stopped.bytes)
        }
    }
}
