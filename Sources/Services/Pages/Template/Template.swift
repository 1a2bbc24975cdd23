/// A Mustache template, parsed.
///
/// It follows the required modules of the specification (mustache/spec 1.4): interpolation, sections, inverted
/// sections, comments, partials and delimiters. There are no lambdas. What it shows is escaped for HTML unless the
/// tag says otherwise.
struct Template: Sendable {
    /// The file or name that errors speak of.
    let name: String
    let nodes: [TemplateNode]
    /// Finds line and column of an error while rendering.
    let scanner: TemplateScanner

    /// Parses a template.
    ///
    /// - Throws: ``TemplateError`` at the first fault, by line and column.
    init(name: String, text: String) throws(TemplateError) {
        self.name = name
        var parser = TemplateParser(file: name, text: text)
        nodes = try parser.parse()
        scanner = TemplateScanner(file: name, text: text)
    }

    /// The names of the partials that this template calls for, each once, in their order.
    var partialNames: [String] {
        var names: [String] = []
        Self.collect(nodes, into: &names)
        return names
    }

    /// Shows a value through the template; a partial that is missing shows as nothing.
    ///
    /// - Throws: ``TemplateError`` where partials call each other without end or the result grows without bound.
    func render(_ value: TemplateValue, partials: [String: Template] = [:]) throws(TemplateError) -> [UInt8] {
        var rendering = TemplateRenderer(of: self, value: value, partials: partials)
        return try rendering.run()
    }

    private static func collect(_ nodes: [TemplateNode], into names: inout [String]) {
        for node in nodes {
            switch node {
            case .partial(let name, _, _): if !names.contains(name) { names.append(name) }
            case .section(_, _, let body): collect(body, into: &names)
            case .text, .value: break
            }
        }
    }
}
