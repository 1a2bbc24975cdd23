import EmbeddedFiles
import Foundation
import TestSupport
import Testing

@testable import Pages

struct AssetLibraryTests {
    private let builtIn = AssetLibrary(.builtIn)

    @Test("every file of the folder of templates is built in, once, and nothing else")
    func folder() throws {
        let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/") + "/templates"
        let files = try #require(FileManager.default.enumerator(atPath: root))
            .compactMap { $0 as? String }
            .filter { !FileManager.default.fileExists(atPath: "\(root)/\($0)/") }
            // Those of a fleet are in FleetPages.
            .filter { !$0.hasPrefix("fleet/") }
        let names = (EmbeddedFile.pageTemplates + EmbeddedFile.pageAssets).map(\.name)
        #expect(names.sorted() == files.sorted(), "the lists are in Sources/CLibraries/CEmbeddedFiles")
        for name in names {
            let file = try Data(contentsOf: URL(filePath: "\(root)/\(name)"))
            #expect(TemplateLibrary.builtInFile(name)?.text == String(decoding: file, as: UTF8.self), "\(name)")
        }
    }

    @Test("every file of the live page is built in", arguments: AssetLibrary.names)
    func builtIn(name: String) throws {
        #expect(try #require(try builtIn.asset(named: name)).bytes.isEmpty == false)
    }

    @Test(
        "a file has the media type of its ending",
        arguments: [
            ("live.html", "text/html; charset=utf-8"), ("live.css", "text/css; charset=utf-8"),
            ("live/main.js", "text/javascript; charset=utf-8"), ("icon.svg", "image/svg+xml"),
            ("manifest.webmanifest", "application/manifest+json"), ("languages/en.json", "application/json"),
        ])
    func mediaType(name: String, type: String) throws {
        #expect(try builtIn.asset(named: name)?.mediaType == type)
    }

    @Test(
        "a path that is not on the list is not found, template or not",
        arguments: [
            "", "current-location.html", "page-script.html", "../live.css", "/etc/passwd", "live.css\0", "LIVE.CSS",
            "live", "live/", "live/model", "live/../live.css", "live/model/../main.js", "./live/main.js",
            "live//main.js", "main.js", "live/page-script.html",
        ])
    func unknown(name: String) throws {
        let directory = try ScratchDirectory()
        try directory.write("live.css", Array("a{}".utf8))
        for assets in [builtIn, AssetLibrary(TemplateLibrary(directories: [directory.path]))] {
            #expect(try assets.asset(named: name) == nil)
        }
    }

    @Test("an administrator's copy wins, in a subfolder too, and is no template")
    func ownCopy() throws {
        let folder = try TemporaryFolder(["live.css": "a{}{{b}}"])
        try FileManager.default.createDirectory(atPath: "\(folder.path)/live/model", withIntermediateDirectories: true)
        try Data("{{c}}".utf8).write(to: URL(filePath: "\(folder.path)/live/model/units.js"))
        let assets = AssetLibrary(TemplateLibrary(directories: [folder.path]))
        #expect(try assets.asset(named: "live.css")?.bytes == Array("a{}{{b}}".utf8))
        #expect(try assets.asset(named: "live/model/units.js")?.bytes == Array("{{c}}".utf8))
        #expect(try assets.asset(named: "live/main.js") == builtIn.asset(named: "live/main.js"))
    }

    @Test("each module that a script imports is there")
    func imports() throws {
        for name in AssetLibrary.names where name.hasSuffix(".js") {
            let script = String(decoding: try #require(try builtIn.asset(named: name)).bytes, as: UTF8.self)
            let folder = URL(filePath: "/" + name).deletingLastPathComponent()
            for line in script.split(separator: "\n") where line.hasPrefix("import ") {
                let module = try #require(line.split(separator: "'").dropLast().last)
                let path = folder.appending(path: String(module)).standardized.path().dropFirst()
                #expect(AssetLibrary.names.contains(String(path)), "\(name) imports \(module)")
            }
        }
    }

    @Test("the model of the live page depends neither on the document nor on the server")
    func model() throws {
        let models = AssetLibrary.names.filter { $0.hasPrefix("live/model/") }
        #expect(!models.isEmpty)
        for name in models {
            let script = String(decoding: try #require(try builtIn.asset(named: name)).bytes, as: UTF8.self)
            for forbidden in ["'../", "document.create", "document.get", "window.", "fetch(", "performance."] {
                #expect(!script.contains(forbidden), "\(name)")
            }
        }
    }

    @Test("the pages contain no inline script and no inline style, which the server's policy forbids")
    func noInline() throws {
        for name in AssetLibrary.names where name.hasSuffix(".html") {
            let page = String(decoding: try #require(try builtIn.asset(named: name)).bytes, as: UTF8.self)
            for forbidden in [" style=", "<style", "<script>", " onclick=", "javascript:"] {
                #expect(!page.contains(forbidden), "\(name)")
            }
        }
    }
}
