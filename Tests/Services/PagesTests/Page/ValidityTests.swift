import Foundation
import Languages
import Location
import Pages
import Testing

@Suite("Every page is valid HTML")
struct ValidityTests {
    static let checker = ProcessInfo.processInfo.environment["WHEREISMY_VNU"]
    /// Errors about properties of CSS that are newer than the checker.
    private static let newer = ".*(color-scheme|text-wrap|text-underline-offset).*"

    @Test(
        "by the Nu checker, in every state, with and without optional values",
        .enabled(if: checker != nil, "WHEREISMY_VNU does not name vnu.jar"))
    func valid() throws {
        let folder = try TemporaryFolder()
        let writer = PageWriter(directory: folder.path)
        let renderer = PageRenderer(library: .builtIn, settings: PageSettings())
        var files: [String] = []
        let end = try #require(Coordinate(latitude: -37.8, longitude: 145))
        let trail = LineDrawing([[end.moved(distance: 500, bearing: 30), end]], width: 300, height: 120)
        for sample in try SampleReport.all() {
            for daemonRuns in [true, false] {
                let page = renderer.render(
                    sample.report, at: SampleReport.now, daemonRuns: daemonRuns, trail: daemonRuns ? trail : nil)
                let name = "\(sample.name)-\(daemonRuns).html"
                try writer.write(name: name, bytes: page.bytes)
                files.append("\(folder.path)/\(name)")
            }
        }
        let assets = AssetLibrary(.builtIn)
        for name in AssetLibrary.names where name.hasSuffix(".html") {
            try writer.write(name: name, bytes: try #require(try assets.page(named: name, in: .english)))
            files.append("\(folder.path)/\(name)")
        }
        let (code, diagnostics) = try Self.check(files)
        #expect(diagnostics == "")
        #expect(code == 0)
        print("Nu checker: \(files.count) pages checked")
    }

    @Test("and the checker rejects invalid HTML", .enabled(if: checker != nil, "WHEREISMY_VNU does not name vnu.jar"))
    func invalid() throws {
        let folder = try TemporaryFolder(["bad.html": "<!DOCTYPE html><html lang=en><p><b></p>"])
        let (code, diagnostics) = try Self.check(["\(folder.path)/bad.html"])
        #expect(code != 0)
        #expect(diagnostics.contains("error"))
    }

    private static func check(_ files: [String]) throws -> (Int32, String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["java", "-jar", try #require(checker), "--errors-only", "--filterpattern", newer] + files
        process.standardError = output
        try process.run()
        let diagnostics = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, diagnostics)
    }
}
