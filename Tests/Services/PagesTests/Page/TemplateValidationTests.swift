import Pages
import Testing

@Suite("The validation of templates")
struct TemplateValidationTests {
    private func survey(_ files: [String: String], template: String = "current-location.html") throws
        -> (survey: TemplateValidation, path: String)
    {
        let folder = try TemporaryFolder(files)
        let library = TemplateLibrary(directories: [folder.path])
        return (TemplateValidation(template: template, library: library), folder.path)
    }

    @Test("finds no errors and no files in the built-in templates")
    func builtIn() {
        for template in ["current-location.html", "whereismymac.html"] {
            let survey = TemplateValidation(template: template, library: .builtIn)
            #expect(survey.errors.isEmpty && survey.files.isEmpty)
        }
    }

    @Test("lists the files read, each once")
    func files() throws {
        let (survey, path) = try survey([
            "current-location.html": "{{>a}}{{>page-facts}}{{>a}}", "a.html": "{{>b}}", "b.html": "b",
            "live.css": "p{}",
            "unused.html": "{{#", "whereismymac.html": "{{#",
        ])
        #expect(survey.errors.isEmpty)
        #expect(survey.files == ["current-location.html", "a.html", "b.html", "live.css"].map { "\(path)/\($0)" })
    }

    @Test("reports every error in each file")
    func faults() throws {
        let (survey, path) = try survey(
            [
                "mine.html": "{{>a}}\n{{>b}}", "location-error.html": "{{/x}}", "a.html": "\n{{#open}}",
                "b.html": "\u{0}",
                "live.css": "\u{0}",
            ], template: "mine.html")
        let places = survey.errors.map { "\($0.file):\($0.line)" }
        #expect(places == ["location-error.html:1", "a.html:2", "b.html:1", "live.css:1"].map { "\(path)/\($0)" })
    }

    @Test("reports a missing template, and errors that occur only while rendering")
    func late() throws {
        let missing = try survey([:], template: "none.html").survey
        #expect(missing.errors.map(\.found) == ["no such template"])
        let endless = try survey(["location-error.html": "{{>a}}", "a.html": "{{>a}}"]).survey
        #expect(endless.errors.map(\.expected) == ["at most 128 nested partials"])
    }
}
