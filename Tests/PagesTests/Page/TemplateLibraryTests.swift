import Location
import Pages
import Testing

@Suite("Templates of one's own")
struct TemplateLibraryTests {
    private func render(_ directories: [String], template: String = "current-location.html") throws -> (String, String?)
    {
        let library = TemplateLibrary(directories: directories)
        let renderer = PageRenderer(library: library, settings: PageSettings(template: template))
        let page = renderer.render(SampleReport.report(.live, fix: try SampleReport.fullFix()), at: SampleReport.now)
        return (String(decoding: page.bytes, as: UTF8.self), page.fault?.description)
    }

    @Test("win in the order of their directories, file by file, before the built-in ones")
    func order() throws {
        let first = try TemporaryFolder(["current-location.html": "own {{>greeting}} {{>page-facts}}"])
        let second = try TemporaryFolder(["current-location.html": "second", "greeting.html": "hello"])
        let (page, fault) = try render([first.path, second.path, "/nonexistent"])
        #expect(page.hasPrefix("own hello <ul class=\"facts\""))
        #expect(fault == nil)
    }

    @Test("are named freely or by their path")
    func names() throws {
        let folder = try TemporaryFolder(["mine.html": "{{fix.location}}"])
        #expect(try render([folder.path], template: "mine.html").0 == "-37.809969, 144.963264")
        #expect(try render([], template: "\(folder.path)/mine.html").0 == "-37.809969, 144.963264")
    }

    @Test(
        "give way to the built-in ones when they have a fault, which is told with file, line and column",
        arguments: [
            (["current-location.html": "a\n {{#fix}}"], "/current-location.html:2:2: found section fix without an end"),
            (["page-facts.html": "{{"], "/page-facts.html:1:1: found a tag without an end, expected }}"),
            (["location-error.html": "{{/x}}"], "/location-error.html:1:1: found {{/x}}"),
            (["current-location.html": "{{>a}}", "a.html": "x{{>a}}"], "/a.html:1:2: found more, expected at most"),
        ])
    func faults(files: [String: String], fault: String) throws {
        let folder = try TemporaryFolder(files)
        let (page, told) = try render([folder.path])
        #expect(page.contains("<h1 id=\"headline\">Here, now<"))
        #expect(told?.hasPrefix(folder.path + fault) == true, "\(told ?? "")")
    }

    @Test("that are not there are told, and the built-in page is shown", arguments: ["none.html", "/none/at.html"])
    func missing(template: String) throws {
        let (page, fault) = try render([], template: template)
        #expect(page.contains("Here, now"))
        #expect(fault?.hasPrefix("\(template):1:1: found no such template, expected a file of that name") == true)
    }

    @Test("do not lead out of their directory by the name of a partial")
    func outside() throws {
        let secret = try TemporaryFolder(["secret.html": "secret"])
        let path = "../" + (secret.path.split(separator: "/").last ?? "") + "/secret"
        let folder = try TemporaryFolder(["current-location.html": "[{{>\(path)}}]"])
        #expect(try render([folder.path]).0 == "[]")
    }
}
