import EmbeddedFiles
import FleetFiles
import Foundation
import Languages
import Pages
import Testing

@testable import FleetPages

struct FleetPagesTests {
    private static let names = FleetFiles.assets.map(\.name)
    private let assets = FleetPages.assets(.builtIn)

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(try assets.asset(named: name), "\(name)").bytes, as: UTF8.self)
    }

    @Test("every file of the folder of the fleet's templates is built in, once, and nothing else")
    func folder() throws {
        let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/") + "/templates/"
        let files = try #require(FileManager.default.enumerator(atPath: root + "fleet"))
            .compactMap { $0 as? String }
            .filter { !FileManager.default.fileExists(atPath: "\(root)fleet/\($0)/") }
        #expect(Self.names.sorted() == files.map { "fleet/" + $0 }.sorted())
        for name in Self.names {
            #expect(try text(name) == String(decoding: Data(contentsOf: URL(filePath: root + name)), as: UTF8.self))
        }
    }

    @Test("the library has the files of the live page too, and only a fleet's has those of the fleet")
    func both() throws {
        #expect(try assets.asset(named: "live/main.js") == AssetLibrary(.builtIn).asset(named: "live/main.js"))
        for name in Self.names { #expect(try AssetLibrary(.builtIn).asset(named: name) == nil) }
        for name in ["main.js", "fleet", "fleet/", "fleet/../live.css", "../fleet/main.js"] {
            #expect(try assets.asset(named: name) == nil)
        }
    }

    @Test("an administrator's copy wins")
    func ownCopy() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let subfolder = folder.appending(path: "fleet")
        try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
        try Data("a{}".utf8).write(to: subfolder.appending(path: "fleet.css"))
        let assets = FleetPages.assets(TemplateLibrary(directories: [folder.path()]))
        #expect(try assets.asset(named: "fleet/fleet.css")?.bytes == Array("a{}".utf8))
        #expect(try assets.asset(named: "fleet/main.js") == self.assets.asset(named: "fleet/main.js"))
    }

    @Test("each module that a script imports is there")
    func imports() throws {
        let known = Set(Self.names + AssetLibrary.names)
        for name in Self.names where name.hasSuffix(".js") {
            let folder = URL(filePath: "/" + name).deletingLastPathComponent()
            for line in try text(name).split(separator: "\n") where line.hasPrefix("import ") {
                let module = try #require(line.split(separator: "'").dropLast().last)
                let path = folder.appending(path: String(module)).standardized.path().dropFirst()
                #expect(known.contains(String(path)), "\(name) imports \(module)")
            }
        }
    }

    @Test("the model depends neither on the document nor on the server")
    func model() throws {
        for name in Self.names where name.hasPrefix("fleet/model/") {
            let script = try text(name)
            for word in ["/server/", "/view/", "document.create", "document.get", "window.", "fetch(", "performance."] {
                #expect(!script.contains(word), "\(name)")
            }
        }
    }

    @Test("the pages contain no inline script and no inline style, which the server's policy forbids")
    func noInline() throws {
        let pages = try [FleetPages.fleet, FleetPages.signIn].map(english) + [devicePage()]
        for page in pages {
            for forbidden in [" style=", "<style", "<script>", " onclick=", "javascript:"] {
                #expect(!page.contains(forbidden))
            }
        }
    }

    private func english(_ name: String) throws -> String {
        String(decoding: try #require(try assets.page(named: name, in: .english), "\(name)"), as: UTF8.self)
    }

    private func devicePage() throws -> String {
        String(decoding: try FleetPages.devicePage(assets), as: UTF8.self)
    }

    @Test("the page of a device is the live page with the files of the fleet's folder, and without a static page")
    func device() throws {
        let page = try devicePage()
        #expect(page.contains("<script src=\"../../assets/live/main.js\" type=\"module\"></script>"))
        #expect(!page.contains("\"assets/"))
        #expect(!page.contains("<iframe"))
        #expect(page.contains("<noscript><p class=\"no-script\">This page needs JavaScript.</p></noscript>"))
        #expect(page.hasSuffix("</html>\n"))
    }

    private static let checker = ProcessInfo.processInfo.environment["WHEREISMY_VNU"]

    @Test(
        "the pages are valid HTML, by the Nu checker",
        .enabled(if: checker != nil, "WHEREISMY_VNU does not name vnu.jar"))
    func valid() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pages = try [FleetPages.fleet, FleetPages.signIn].map(english) + [devicePage()]
        let files = pages.indices.map { folder.appending(path: "\($0).html") }
        for (file, page) in zip(files, pages) { try Data(page.utf8).write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = try ["java", "-jar", #require(Self.checker), "--errors-only"] + files.map { $0.path() }
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
