import Pages
import Testing

struct ObsoletePageFilesTests {
    private func warnings(_ files: [String: String]) throws -> [String] {
        let folder = try TemporaryFolder(files)
        return ObsoletePageFiles.warnings(in: folder.path).map { $0.replacing("\(folder.path)/", with: "") }
    }

    @Test("an ignored script and a page that loads a missing script are reported with the fix")
    func obsolete() throws {
        let page = "<script src=\"assets/live.js\" type=\"module\"></script>"
        let warnings = try warnings(["live.html": page, "live.js": "", "live-map.js": "", "live.css": ""])
        let ignored = "ignored, because the scripts of the live page are in live/; fix: copy it again from there"
        #expect(
            warnings == [
                "live-map.js: \(ignored)",
                "live.html: loads assets/live.js, which does not exist; fix: make the copy again",
                "live.js: \(ignored)",
            ])
    }

    @Test("current copies, other files and a missing directory are not reported")
    func current() throws {
        let page = "<script src=\"assets/live/main.js\" type=\"module\"></script>"
        #expect(try warnings(["live.html": page, "mine.html": "", "live-notes.txt": "", "olive-oil.js": ""]) == [])
        #expect(ObsoletePageFiles.warnings(in: "/nowhere/templates") == [])
    }

    @Test("the built-in page is not reported")
    func builtIn() throws {
        let page = try #require(try AssetLibrary(.builtIn).asset(named: "live.html"))
        #expect(try warnings(["live.html": String(decoding: page.bytes, as: UTF8.self)]) == [])
    }
}
