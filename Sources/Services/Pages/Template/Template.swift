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

/// A piece of a parsed template.
indirect enum TemplateNode: Sendable {
    case text(TemplateText)
    case value(TemplatePath, escaped: Bool)
    case section(TemplatePath, inverted: Bool, body: [TemplateNode])
    case partial(name: String, indentation: [UInt8], offset: Int)
}

/// Text between tags.
struct TemplateText: Sendable {
    let bytes: [UInt8]
    /// Where lines of the template begin in `bytes`, its end included: a partial is indented there.
    let lineStarts: [Int]
}

/// A name in a tag, split at its dots; an empty one is the implicit iterator, a dot alone.
struct TemplatePath: Hashable, Sendable {
    let names: [String]

    init(_ text: String) {
        names = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}

/// How far a template may go: what lies beyond is a mistake, and an error instead of a full stack or memory.
enum TemplateLimit {
    /// Sections inside sections in one template.
    static let nesting = 64
    /// Sections and partials inside each other while rendering.
    static let depth = 128
    /// Nodes shown in one rendering.
    static let steps = 200_000
    /// Bytes before each line of a partial, from all the partials that it is inside of.
    static let indentation = 1000
    /// Bytes of one rendering.
    static let bytes = 4_000_000
}
