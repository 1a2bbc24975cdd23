/// The templates of one setting, parsed, with all the partials they call for.
struct TemplateSet: Sendable {
    private let position: Template
    private let error: Template
    private let partials: [String: Template]

    /// Reads and parses what the setting needs.
    ///
    /// - Throws: ``TemplateError`` at the first template that is missing or has a fault.
    init(template: String, library: TemplateLibrary) throws(TemplateError) {
        position = try Self.template(template, in: library)
        let isWhole = PageTemplate(replacedBy: template).isForAllStates
        error = isWhole ? position : try Self.template(PageTemplate.locationError.rawValue, in: library)
        partials = try Self.partials(of: [position, error], library)
    }

    /// The templates that a setting needs, beside those that they call for.
    static func pages(of template: String) -> [String] {
        [template] + (PageTemplate(replacedBy: template).isForAllStates ? [] : [PageTemplate.locationError.rawValue])
    }

    /// Shows a report's values: in the template with a position where there is a current or late one.
    func render(_ values: TemplateValue, hasPosition: Bool) throws(TemplateError) -> [UInt8] {
        try (hasPosition ? position : error).render(values, partials: partials)
    }

    /// Reads and parses a template by its name, or by its path.
    ///
    /// - Throws: ``TemplateError`` where it is missing or has a fault.
    static func template(_ name: String, in library: TemplateLibrary) throws(TemplateError) -> Template {
        guard let source = try library.source(of: name) else {
            let expected = "a file of that name in the directories of templates"
            throw TemplateError(file: name, line: 1, column: 1, found: "no such template", expected: expected)
        }
        return try Template(name: source.file, text: source.text)
    }

    /// Every partial that is called for, directly or by a partial; one that is nowhere shows as nothing.
    private static func partials(
        of templates: [Template], _ library: TemplateLibrary
    ) throws(TemplateError) -> [String: Template] {
        var found: [String: Template] = [:]
        var wanted = templates.flatMap(\.partialNames)
        while let name = wanted.popLast() {
            guard found[name] == nil, let source = try library.source(ofPartial: name) else { continue }
            let partial = try Template(name: source.file, text: source.text)
            found[name] = partial
            wanted += partial.partialNames
        }
        return found
    }
}

/// The templates that are always there, by the names of their files.
enum PageTemplate: String, CaseIterable, Sendable {
    /// The page with a position.
    case currentLocation = "current-location.html"
    /// The page for the states without a current position.
    case locationError = "location-error.html"
    /// The page of the program that this one mirrors.
    case whereIsMyMac = "whereismymac.html"

    /// The built-in template that a setting replaces: the one of the same base name, else the page with a position.
    init(replacedBy setting: String) {
        let base = setting.split(separator: "/").last.map(String.init)
        self = base == Self.whereIsMyMac.rawValue ? .whereIsMyMac : .currentLocation
    }

    /// Whether it shows the states without a position itself.
    var isForAllStates: Bool { self == .whereIsMyMac }
}
