import Basics
import Languages
import Location

/// Validates everything pages consist of: the templates of a setting and the files of the live page.
public struct TemplateValidation: Sendable {
    /// The files read from directories, in order; built-in files are not listed.
    public private(set) var files: [String] = []
    /// All errors, in order of reading.
    public private(set) var errors: [TemplateError] = []

    /// Reads and parses all files of a template, and renders a page with a position and one without.
    public init(template: String, library: TemplateLibrary) {
        readTemplates(TemplateSet.pages(of: template), library)
        for name in AssetLibrary.names {
            record { () throws(TemplateError) in
                // The file of a built-in copy is its name, which can contain a slash.
                guard let source = try library.source(ofAsset: name), source.file != name else { return nil }
                if let language = Language.allCases.first(where: { name == LanguageTable.fileName(of: $0) }) {
                    _ = try TemplateLibrary.table(of: source, language)
                }
                return source.file
            }
        }
        guard errors.isEmpty else { return }
        render(PageRenderer(library: library, settings: PageSettings(template: template)))
    }

    private mutating func readTemplates(_ pages: [String], _ library: TemplateLibrary) {
        var partials: [String] = []
        for page in pages {
            record { () throws(TemplateError) in
                let template = try TemplateSet.template(page, in: library)
                partials += template.partialNames
                return template.name
            }
        }
        var index = 0
        while index < partials.count {
            let name = partials[index]
            index += 1
            guard partials.firstIndex(of: name) == index - 1 else { continue }
            record { () throws(TemplateError) in
                guard let source = try library.source(ofPartial: name) else { return nil }
                let template = try Template(name: source.file, text: source.text)
                partials += template.partialNames
                return template.name
            }
        }
    }

    private mutating func record(_ read: () throws(TemplateError) -> String?) {
        do {
            guard let file = try read(), file.utf8.contains(UInt8(ascii: "/")) else { return }
            files.append(file)
        } catch {
            errors.append(error)
        }
    }

    /// Finds errors that occur only while rendering, such as a partial that includes itself.
    private mutating func render(_ renderer: PageRenderer) {
        let moment = Timestamp(milliseconds: 0)
        let empty = Report(state: .starting, since: moment)
        var fix = Fix(device: "", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 0, longitude: 0)
        var live = Report(state: .live, since: moment)
        (live.fix, live.received) = (fix, moment)
        for report in [live, empty] {
            guard let fault = renderer.render(report, at: moment).fault, !errors.contains(fault) else { continue }
            errors.append(fault)
        }
    }
}
