import Basics
import Location

/// Looks through all that pages are made of, so that a fault is found before it shows: the templates that a setting
/// needs, and the files of the live page.
public struct TemplateValidation: Sendable {
    /// The files that were read from directories, in their order; what is built in is in none.
    public private(set) var files: [String] = []
    /// All that is wrong, in the order of the reading.
    public private(set) var errors: [TemplateError] = []

    /// Reads and parses them all, and draws a page with a position and one without.
    ///
    /// - Parameters:
    ///   - template: the template of a page with a position, as ``PageSettings/template`` has it.
    ///   - library: where they are found.
    public init(template: String, library: TemplateLibrary) {
        readTemplates(TemplateSet.pages(of: template), library)
        for name in AssetLibrary.names {
            note { () throws(TemplateError) in
                // The file of a built-in copy is its name, which can contain a slash.
                guard let file = try library.source(ofAsset: name)?.file, file != name else { return nil }
                return file
            }
        }
        guard errors.isEmpty else { return }
        draw(PageRenderer(library: library, settings: PageSettings(template: template)))
    }

    /// Every page, and every partial that is called for.
    private mutating func readTemplates(_ pages: [String], _ library: TemplateLibrary) {
        var partials: [String] = []
        for page in pages {
            note { () throws(TemplateError) in
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
            note { () throws(TemplateError) in
                guard let source = try library.source(ofPartial: name) else { return nil }
                let template = try Template(name: source.file, text: source.text)
                partials += template.partialNames
                return template.name
            }
        }
    }

    /// Keeps the file that was read, or what is wrong with it.
    private mutating func note(_ read: () throws(TemplateError) -> String?) {
        do {
            guard let file = try read(), file.utf8.contains(UInt8(ascii: "/")) else { return }
            files.append(file)
        } catch {
            errors.append(error)
        }
    }

    /// What shows only while a page is drawn, such as a partial that calls itself.
    private mutating func draw(_ renderer: PageRenderer) {
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
