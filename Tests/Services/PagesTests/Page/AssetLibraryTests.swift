import Pages
import TestSupport
import Testing

struct AssetLibraryTests {
    private let builtIn = AssetLibrary(.builtIn)

    @Test("every file of the live page is built in", arguments: AssetLibrary.names)
    func builtIn(name: String) throws {
        #expect(try #require(try builtIn.asset(named: name)).bytes.isEmpty == false)
    }

    @Test(
        "each file has its media type",
        arguments: [
            ("live.html", "text/html; charset=utf-8"), ("live.css", "text/css; charset=utf-8"),
            ("live.js", "text/javascript; charset=utf-8"), ("icon.svg", "image/svg+xml"),
            ("manifest.webmanifest", "application/manifest+json"),
        ])
    func mediaType(name: String, type: String) throws {
        #expect(try builtIn.asset(named: name)?.mediaType == type)
    }

    @Test(
        "other files are not served, templates or not",
        arguments: [
            "", "current-location.html", "page-script.html", "../live.js", "/etc/passwd", "live.js\0", "LIVE.JS",
        ])
    func strangers(name: String) throws {
        #expect(try builtIn.asset(named: name) == nil)
    }

    @Test("an administrator's copy takes precedence and is no template")
    func ownCopy() throws {
        let directory = try ScratchDirectory()
        try directory.write("live.css", Array("a{}{{b}}".utf8))
        let assets = AssetLibrary(TemplateLibrary(directories: [directory.path]))
        #expect(try assets.asset(named: "live.css")?.bytes == Array("a{}{{b}}".utf8))
        #expect(try assets.asset(named: "live.js") == builtIn.asset(named: "live.js"))
    }

    @Test("every module that a script imports exists")
    func imports() throws {
        for name in AssetLibrary.names where name.hasSuffix(".js") {
            let script = String(decoding: try #require(try builtIn.asset(named: name)).bytes, as: UTF8.self)
            for line in script.split(separator: "\n") where line.hasPrefix("import ") {
                let module = try #require(line.split(separator: "'").dropLast().last?.dropFirst(2))
                #expect(AssetLibrary.names.contains(String(module)), "\(name) imports \(module)")
            }
        }
    }

    @Test("the pages have no inline script or style, which the server's policy forbids")
    func noInline() throws {
        for name in AssetLibrary.names where name.hasSuffix(".html") {
            let page = String(decoding: try #require(try builtIn.asset(named: name)).bytes, as: UTF8.self)
            for forbidden in [" style=", "<style", "<script>", " onclick=", "javascript:"] {
                #expect(!page.contains(forbidden), "\(name)")
            }
        }
    }
}
