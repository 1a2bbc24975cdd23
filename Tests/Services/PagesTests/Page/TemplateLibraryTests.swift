import Foundation
import Location
import Pages
import Testing

@Suite("Custom templates")
struct TemplateLibraryTests {
    private func render(_ directories: [String], template: String = "current-location.html") throws -> (String, String?)
    {
        let library = TemplateLibrary(directories: directories)
        let renderer = PageRenderer(library: library, settings: PageSettings(template: template))
        let page = renderer.render(SampleReport.report(.live, fix: try SampleReport.fullFix()), at: SampleReport.now)
        return (String(decoding: page.bytes, as: UTF8.self), page.fault?.description)
    }

    @Test("take precedence in the order of directories, file by file, over the built-in ones")
    func order() throws {
        let first = try TemporaryFolder(["current-location.html": "own {{>greeting}} {{>page-facts}}"])
        let second = try TemporaryFolder(["current-location.html": "second", "greeting.html": "hello"])
        let (page, fault) = try render([first.path, second.path, "/nonexistent"])
        #expect(page.hasPrefix("own hello <ul class=\"facts\""))
        #expect(fault == nil)
    }

    @Test("have any name or a path")
    func names() throws {
        let folder = try TemporaryFolder(["mine.html": "{{fix.location}}"])
        #expect(try render([folder.path], template: "mine.html").0 == "-37.809969, 144.963264")
        #expect(try render([], template: "\(folder.path)/mine.html").0 == "-37.809969, 144.963264")
    }

    @Test(
        "render every state only with the base name of the original's page",
        arguments: [("whereismymac.html", true), ("notwhereismymac.html", false), ("mine.html", false)])
    func baseName(name: String, isForAllStates: Bool) throws {
        let folder = try TemporaryFolder([name: "own"])
        for template in [name, "\(folder.path)/\(name)"] {
            let settings = PageSettings(template: template)
            let renderer = PageRenderer(library: TemplateLibrary(directories: [folder.path]), settings: settings)
            let page = renderer.render(SampleReport.report(.noFix, fix: nil), at: SampleReport.now)
            #expect((String(decoding: page.bytes, as: UTF8.self) == "own") == isForAllStates)
        }
        let broken = try TemporaryFolder([name: "{{#own}}"])
        let path = "\(broken.path)/\(name)"
        #expect(try render([], template: path).0.contains("<title>Google Map</title>") == isForAllStates)
    }

    @Test(
        "are replaced by the built-in ones if they have an error, reported with file, line and column",
        arguments: [
            (["current-location.html": "a\n {{#fix}}"], "/current-location.html:2:2: found unterminated section fix"),
            (["page-facts.html": "{{"], "/page-facts.html:1:1: found an unterminated tag, expected }}"),
            (["location-error.html": "{{/x}}"], "/location-error.html:1:1: found {{/x}}"),
            (["current-location.html": "{{>a}}", "a.html": "x{{>a}}"], "/a.html:1:2: found more, expected at most"),
        ])
    func faults(files: [String: String], fault: String) throws {
        let folder = try TemporaryFolder(files)
        let (page, issue) = try render([folder.path])
        #expect(page.contains("<h1 id=\"headline\">Current position<"))
        #expect(issue?.hasPrefix(folder.path + fault) == true, "\(issue ?? "")")
    }

    @Test(
        "that exist and are unreadable are reported, and later directories are not searched",
        arguments: ["page-foot", "x"])
    func unreadable(partial: String) throws {
        let folder = try TemporaryFolder(["current-location.html": "own {{>\(partial)}}"])
        let behind = try TemporaryFolder(["\(partial).html": "behind"])
        let file = "\(folder.path)/\(partial).html"
        #expect(try render([folder.path, behind.path]).0 == "own behind")
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        try expectFault("\(file):1:1: found “Is a directory”, expected a regular file", [folder.path, behind.path])
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
        try expectFault("\(file):1:1: found “Too many levels of symbolic links”", [folder.path, behind.path])
        try FileManager.default.removeItem(atPath: file)
        try Data(repeating: 0x20, count: 1 << 21).write(to: URL(fileURLWithPath: file))
        try expectFault("\(file):1:1: found “File too large”", [folder.path, behind.path])
    }

    @Test(
        "that are not UTF-8 are reported with line and column",
        arguments: [
            ([0x61, 0x0A, 0xC3, 0xA9, 0xFF, 0x62], "2:2: found the byte 0xFF, expected text in UTF-8"),
            ([0xFF, 0xFE, 0x3C, 0x00], "1:1: found the byte 0xFF"),
            ([0x3C, 0x00, 0x70, 0x00], "1:2: found the byte 0x00"),
            ([0x61, 0xC3], "1:2: found the byte 0xC3"), ([0xED, 0xA0, 0x80], "1:1: found the byte 0xED"),
        ] as [([UInt8], String)])
    func encoding(bytes: [UInt8], fault: String) throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/current-location.html"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try expectFault("\(file):\(fault)", [folder.path])
    }

    private func expectFault(_ start: String, _ directories: [String]) throws {
        let (page, fault) = try render(directories)
        #expect(page.contains("Current position"))
        #expect(fault?.hasPrefix(start) == true, "\(fault ?? "none")")
    }

    @Test(
        "that do not exist are reported, and the built-in page is rendered", arguments: ["none.html", "/none/at.html"])
    func missing(template: String) throws {
        let (page, fault) = try render([], template: template)
        #expect(page.contains("Current position"))
        #expect(fault?.hasPrefix("\(template):1:1: found no such template, expected a file of that name") == true)
    }

    @Test("cannot leave their directory by the name of a partial")
    func outside() throws {
        let secret = try TemporaryFolder(["secret.html": "secret"])
        let path = "../" + (secret.path.split(separator: "/").last ?? "") + "/secret"
        let folder = try TemporaryFolder(["current-location.html": "[{{>\(path)}}]"])
        #expect(try render([folder.path]).0 == "[]")
    }
}
