import Basics
import FoundationEssentials
import Location
import Testing

@testable import Pages

/// WhereIsMyMac's own tests, applied to the template that mirrors it.
@Suite("The original's page")
struct OriginalPageTests {
    let renderer = PageRenderer(library: .builtIn, settings: PageSettings(template: "whereismymac.html"))

    private func text(_ report: Report) -> String {
        String(decoding: renderer.render(report, at: SampleReport.now).bytes, as: UTF8.self)
    }

    @Test("spans of the original, with its wrong longitude")
    func spans() {
        let span = MapSpan.original(latitude: -37.80996889, accuracy: -1)
        #expect(abs(span.latitude - -0.00001799773) < 1e-10)
        #expect(abs(span.longitude - -0.0000142190) < 1e-9)
    }

    @Test("has the four values of its test vector, with Core Location's -1 for an unknown accuracy")
    func vector() throws {
        let page = text(SampleReport.report(.live, fix: try SampleReport.bareFix()))
        #expect(page.contains("ll=-37.809969,144.963264&amp;spn=-0.000018,-0.000014&amp;t=h&amp;z=16&amp;output=embed"))
        #expect(page.contains("<title>Google Map</title>"))
        #expect(page.contains("width=\"100%\" height=\"96%\""))
    }

    @Test("is the bare, escaped text of the error")
    func error() {
        var report = SampleReport.report(.noGPSD, fix: nil)
        report.detail = "Some error description"
        #expect(text(report) == "Location manager failed with error: Some error description\n")
        report.detail = "<b>"
        #expect(text(report) == "Location manager failed with error: &lt;b&gt;\n")
    }

    @Test("signs a zero as the original's %f does")
    func negativeZero() throws {
        var fix = try SampleReport.bareFix()
        fix.coordinate = try SampleReport.coordinate(-0.0000001, -0.0)
        #expect(text(SampleReport.report(.live, fix: fix)).contains("ll=-0.000000,-0.000000&amp;"))
    }

    @Test("shows an old position as an error with its age, and empty labels")
    func stale() throws {
        let report = SampleReport.report(.stale, fix: try SampleReport.fullFix(), age: .seconds(192))
        let message = "Last known position, 3 min ago: -37.809969, 144.963264"
        #expect(text(report) == "Location manager failed with error: \(message)\n")
        let live = SampleReport.report(.live, fix: try SampleReport.fullFix())
        let stopped = renderer.render(live, at: SampleReport.now, daemonRuns: false)
        #expect(String(decoding: stopped.bytes, as: UTF8.self).contains("with error: Last known position, just now"))
    }

    @Test("has both labels, which are empty with an error")
    func labels() throws {
        let folder = try TemporaryFolder(["whereismymac.html": "{{original.locationLabel}}|{{original.accuracyLabel}}"])
        let library = TemplateLibrary(directories: [folder.path])
        let renderer = PageRenderer(library: library, settings: PageSettings(template: "whereismymac.html"))
        let live = renderer.render(SampleReport.report(.live, fix: try SampleReport.fullFix()), at: SampleReport.now)
        #expect(String(decoding: live.bytes, as: UTF8.self) == "-37.809969, 144.963264|5.500000")
        let error = renderer.render(SampleReport.report(.noFix, fix: nil), at: SampleReport.now)
        #expect(String(decoding: error.bytes, as: UTF8.self) == "|")
    }

    @Test("is rendered once for the same location twice, and again for another")
    func duplicates() throws {
        let folder = try TemporaryFolder()
        let writer = PageWriter(directory: folder.path)
        var fix = try SampleReport.fullFix()
        let first = renderer.render(SampleReport.report(.live, fix: fix), at: SampleReport.now)
        #expect(try writer.write(name: "index.html", bytes: first.bytes))
        fix.altitude = 99
        let later = SampleReport.now + .seconds(1)
        let second = renderer.render(SampleReport.report(.live, fix: fix, age: .seconds(1)), at: later)
        #expect(try writer.write(name: "index.html", bytes: second.bytes) == false)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 8, origin: .receiver)
        let third = renderer.render(SampleReport.report(.live, fix: fix), at: later)
        #expect(try writer.write(name: "index.html", bytes: third.bytes))
    }
}
