import Command
import CommandLine
import Configuration
import Glibc
import Linux
import Location
import Testing

struct PageCommandTests {
    @Test("renders the page of the position")
    func page() {
        let result = FakeSystem(files: [FakeSystem.report: SampleReport.file()]).run("page")
        #expect(result.text.hasPrefix("<!DOCTYPE html>"))
        #expect(result.text.contains("-37.809969, 144.963264"))
        #expect(result.diagnostics.isEmpty)
        #expect(result.code == .success)
    }

    @Test("uses the given template")
    func template() throws {
        let path = "/tmp/whereismy-page-\(UInt64.random(in: 0 ... .max)).html"
        // The path is passed to the call as a C string.
        defer { unsafe unlink(path) }
        try AtomicFile.replace(path, with: Array("<p>here: {{#broken}}".utf8), mode: 0o600)
        let system = FakeSystem(files: [FakeSystem.report: SampleReport.file()])
        let broken = system.run("page", "--template", path)
        #expect(broken.diagnostics.contains(path))
        #expect(broken.code == .failure)
        try AtomicFile.replace(path, with: Array("<p>here".utf8), mode: 0o600)
        #expect(system.run("page", "--template=\(path)").text == "<p>here")
    }

    @Test("a dead daemon is described in the past tense", arguments: [TrackingState.live, .noFix])
    func deadDaemon(state: TrackingState) throws {
        let files = [FakeSystem.report: SampleReport.file(state)]
        #expect(!FakeSystem(files: files).run("page").text.contains("does not run"))
        let dead = FakeSystem(daemonRuns: false, files: files).run("page")
        #expect(dead.text.contains("does not run"))
        #expect(dead.code == .lastKnownOnly)
    }

    @Test("without a position the error page next to the given template is rendered")
    func errorPage() throws {
        let directory = "/tmp/whereismy-page-\(UInt64.random(in: 0 ... .max))"
        let paths = ["here.html", "location-error.html"].map { "\(directory)/\($0)" }
        try Directory.create(directory, mode: 0o700)
        // The paths are passed to the calls as C strings.
        defer {
            for path in paths { unsafe unlink(path) }
            unsafe rmdir(directory)
        }
        for path in paths { try AtomicFile.replace(path, with: Array(path.utf8), mode: 0o600) }
        func page(_ state: TrackingState) -> String {
            FakeSystem(files: [FakeSystem.report: SampleReport.file(state)]).run("page", "--template", paths[0]).text
        }
        #expect(page(.live) == paths[0])
        #expect(page(.stale) == paths[0])
        #expect(page(.noGPSD) == paths[1])
    }

    @Test("a daemon without a report has a page, no daemon has none")
    func nothing() {
        #expect(FakeSystem(daemonRuns: true).run("page").code == .nothingKnown)
        #expect(FakeSystem(daemonRuns: true).run("page").text.hasPrefix("<!DOCTYPE html>"))
        #expect(FakeSystem(daemonRuns: false).run("page").text.isEmpty)
        #expect(FakeSystem(daemonRuns: false).run("page").code == .unreachable)
    }
}
