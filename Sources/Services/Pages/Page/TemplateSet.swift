/// The parsed templates of one setting, with all partials they include.
struct TemplateSet: Sendable {
    private let position: Template
    private let error: Template
    private let partials: [String: Template]

    init(template: String, library: TemplateLibrary) throws(TemplateError) {
        position = try Self.template(template, in: library)
        let isWhole = PageTemplate(replacedBy: template).isForAllStates
        error = isWhole ? position : try Self.template(PageTemplate.locationError.rawValue, in: library)
        partials = try Self.partials(of: [position, error], library)
    }

    /// Returns the names of the templates that a setting needs, without partials.
    static func pages(of template: String) -> [String] {
        [template] + (PageTemplate(replacedBy: template).isForAllStates ? [] : [PageTemplate.locationError.rawValue])
    }

    /// Renders the values with the template for a position, or with the one for errors.
    func render(_ values: TemplateValue, hasPosition: Bool) throws(TemplateError) -> [UInt8] {
        try (hasPosition ? position : error).render(values, partials: partials)
    }

    /// Returns true for a template that takes its text from the files of the languages.
    ///
    /// All others have text of their own, which values in another language would not suit.
    func isTranslated(hasPosition: Bool) -> Bool { (hasPosition ? position : error).names("static") }

    /// Reads and parses a template by name or path.
    static func template(_ name: String, in library: TemplateLibrary) throws(TemplateError) -> Template {
        guard let source = try library.source(of: name) else {
            let expected = "a file of that name in the template directories"
            throw TemplateError(file: name, line: 1, column: 1, found: "no such template", expected: expected)
        }
        return try Template(name: source.file, text: source.text)
    }

    /// Returns all partials that are included, directly or by partials; a missing one renders as nothing.
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

enum PageTemplate: String, CaseIterable, Sendable {
    case currentLocation = "current-location.html"
    /// The page for states without a current position.
    case locationError = "location-error.html"
    case whereIsMyMac = "whereismymac.html"

    /// Returns the built-in template that a setting replaces: the one of the same base name, else the page with a
    /// position.
    init(replacedBy setting: String) {
        let base = setting.split(separator: "/").last.map(String.init)
        self = base == Self.whereIsMyMac.rawValue ? .whereIsMyMac : .currentLocation
    }

    /// True if the template also renders states without a position.
    var isForAllStates: Bool { self == .whereIsMyMac }
}
