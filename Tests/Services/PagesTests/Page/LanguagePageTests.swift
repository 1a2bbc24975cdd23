import EmbeddedFiles
import Foundation
import Languages
import Location
import TestSupport
import Testing
import Tracking

@testable import Pages

@Suite("Pages in other languages")
struct LanguagePageTests {
    private static let words = """
        {"static": {"headline-live": "Standort", "state-live": "Aktuell", "row-speed": "Tempo", "ago": "vor {span}",
          "days": {"one": "{count} Tag", "other": "{count} Tagen"}, "month-11": "November", "time": "{day}. {month} {year}, {clock} UTC",
          "north-of": "{distance} nördlich von {place}", "since": "Seit {time} so"},
         "problems": {"rejection-inaccurate": "zu ungenau"}, "sign-in": {"title": "Anmelden & <b>"}}
        """

    private func folder(_ files: [String: String] = [:]) throws -> ScratchDirectory {
        let folder = try ScratchDirectory()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/languages", withIntermediateDirectories: true)
        try folder.write("languages/de.json", Array(Self.words.utf8))
        for (name, text) in files { try folder.write(name, Array(text.utf8)) }
        return folder
    }

    private func page(
        _ report: Report, in folder: ScratchDirectory, template: String = "current-location.html",
        _ language: Language = .german
    ) -> String {
        let settings = PageSettings(template: template, language: language)
        let renderer = PageRenderer(library: TemplateLibrary(directories: [folder.path]), settings: settings)
        return String(decoding: renderer.render(report, at: SampleReport.now).bytes, as: UTF8.self)
    }

    @Test("commands read the English texts of the one section that they print")
    func commandTexts() {
        #expect(LanguageTable.command.texts(of: "static") == LanguageTable.english.texts(of: "static"))
        #expect(LanguageTable.command.text("static.hours", count: 2) == "2 h")
        #expect(LanguageTable.command.texts(of: "state").isEmpty)
    }

    @Test("have its text, its marks of decimals and its dates, and no other text for a key that is not there")
    func live() throws {
        var report = SampleReport.report(.live, fix: try SampleReport.fullFix())
        report.place = NearbyPlace(name: "Melbourne", distance: 840, bearing: 180)
        report.rejections = SampleReport.rejections()
        let page = page(report, in: try folder())
        for part in [
            "<html lang=\"de\" data-state=\"live\">", "<span>Aktuell</span>", "± 5,5 m", "Tempo</th><td>3,5 m/s",
            "20. November 2026, 21:10:12 UTC", "0,8 km nördlich von Melbourne", "data-days-other=\"{count} Tagen\"",
            "zu ungenau", "-37.809969, 144.963264",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("the radius of"), "the report's own English is replaced")
    }

    @Test("put a value that is marked up where the language has it")
    func order() throws {
        let page = page(SampleReport.report(.noFix, fix: nil), in: try folder())
        #expect(page.contains(">Seit <time datetime"))
        #expect(page.contains("</time> so</p>"))
    }

    @Test("have the reasons of a contradicted receiver in every language, without their English figures")
    func integrity() throws {
        let report = SampleReport.contradicted(try SampleReport.fullFix())
        for language in Language.allCases where language != .english {
            let settings = PageSettings(language: language)
            let page = String(
                decoding: PageRenderer(library: .builtIn, settings: settings).render(report, at: SampleReport.now)
                    .bytes,
                as: UTF8.self)
            let reason = LanguageTable.builtIn(language).text("problems.integrity-sky-leap")
            #expect(page.contains(reason) && !page.contains("90 km in 1 s"), "\(language.tag)")
        }
    }

    @Test("have words for every reason of a rejection and of a judgement in every language")
    func reasons() {
        let keys =
            Rejection.Reason.allCases.map { "rejection-\($0.rawValue)" }
            + (Integrity.Code.allCases.map(\.rawValue) + ["contradicted", "doubtful"]).map { "integrity-\($0)" }
        for language in Language.allCases {
            let texts = LanguageTable.builtIn(language).texts(of: "problems")
            for key in keys { #expect(texts[key]?.isEmpty == false, "\(language.tag): \(key)") }
        }
    }

    @Test("a template of before, which knows no contradiction, shows the last trusted position as an old one")
    func formerTemplate() throws {
        let own = ["own.html": "{{#isLive}}now{{/isLive}}{{#isStale}}old{{/isStale}} {{state}} {{fix.location}}"]
        let page = page(
            SampleReport.contradicted(try SampleReport.fullFix()), in: try folder(own), template: "own.html")
        #expect(page == "old contradicted -37.809969, 144.963264")
    }

    @Test("are those of the built-in templates: one with text of its own is English")
    func ownTemplates() throws {
        let own = ["own.html": "{{label}} {{headline}} {{age.words}} {{fix.accuracy.text}} {{whereabouts.words}}"]
        let report = SampleReport.report(.live, fix: try SampleReport.fullFix(), age: .seconds(5))
        #expect(page(report, in: try folder(own), template: "own.html") == "Live Current position 5 s ago 5.5 ")
        let original = page(report, in: try folder(), template: "whereismymac.html")
        #expect(original == page(report, in: try folder(), template: "whereismymac.html", .english))
    }

    @Test("and a damaged file of a language is reported, while the built-in one is used")
    func damaged() throws {
        let folder = try folder(["languages/de.json": "{"])
        let library = TemplateLibrary(directories: [folder.path])
        let renderer = PageRenderer(library: library, settings: PageSettings(language: .german))
        let page = renderer.render(SampleReport.report(.live, fix: try SampleReport.fullFix()), at: SampleReport.now)
        #expect(page.fault?.file == "\(folder.path)/languages/de.json")
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("<html lang=\"de\""))
        #expect(TemplateValidation(template: "current-location.html", library: library).errors.count == 1)
        #expect(AssetLibrary(library).table(of: .german).text("problems.expired") != "expired")
    }

    @Test("for visitors have the language that is asked for, escaped, and the English text of a key that is missing")
    func visitors() throws {
        let folder = try folder()
        defer { withExtendedLifetime(folder) {} }
        let assets = AssetLibrary(TemplateLibrary(directories: [folder.path]))
        let page = String(decoding: try #require(try assets.page(named: "sign-in.html", in: .german)), as: UTF8.self)
        #expect(page.contains("<html lang=\"de\">") && page.contains("<h1>Anmelden &amp; &lt;b&gt;</h1>"))
        let other = try #require(try assets.page(named: "sign-in.html", in: .english))
        let english = String(decoding: other, as: UTF8.self)
        #expect(english.contains("<h1>Sign in</h1>") && english.contains("<code>whereismy pair</code>"))
        #expect(try assets.page(named: "../sign-in.html", in: .german) == nil)
    }

    @Test("an administrator's page without such names, or with a fault, is served as it is")
    func ownPages() throws {
        for text in ["<p>Ask {me}", "{{#open}} never closed"] {
            let folder = try folder(["sign-in.html": text])
            defer { withExtendedLifetime(folder) {} }
            let assets = AssetLibrary(TemplateLibrary(directories: [folder.path]))
            #expect(try assets.page(named: "sign-in.html", in: .german) == Array(text.utf8))
        }
    }

    @Test("all files of the languages can be read, and have what the English one has", arguments: Language.allCases)
    func files(language: Language) throws {
        let json = Array(try #require(TemplateLibrary.builtInFile("languages/\(language.tag).json")?.text).utf8)
        let table = try LanguageTable(json: json, of: language)
        for section in ["static", "sign-in", "problems"] {
            let (own, english) = (table.texts(of: section), LanguageTable.english.texts(of: section))
            let plain = english.keys.filter { name in !PluralCategory.allCases.contains { name.hasSuffix("-\($0)") } }
            #expect(plain.filter { own[$0] == nil } == [], "\(section)")
        }
    }
}
