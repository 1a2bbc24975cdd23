/// A parsed Mustache template.
///
/// Implements the required modules of the specification (mustache/spec 1.4): interpolation, sections, inverted
/// sections, comments, partials and delimiters, without lambdas. Output is escaped for HTML unless the tag requests
/// otherwise.
struct Template: Sendable {
    /// The file or name in error messages.
    let name: String
    let nodes: [TemplateNode]
    /// Finds the line and column of an error while rendering.
    let scanner: TemplateScanner

    /// Parses a template.
    init(name: String, text: String) throws(TemplateError) {
        self.name = name
        var parser = TemplateParser(file: name, text: text)
        nodes = try parser.parse()
        scanner = TemplateScanner(file: name, text: text)
    }

    /// The names of the partials that this template includes, each once, in order.
    var partialNames: [String] {
        var names: [String] = []
        Self.collect(nodes, into: &names)
        return names
    }

    /// Renders a value; a missing partial renders as nothing.
    func render(_ value: TemplateValue, partials: [String: Template] = [:]) throws(TemplateError) -> [UInt8] {
        var rendering = TemplateRenderer(of: self, value: value, partials: partials)
        return try rendering.run()
    }

    /// Returns true if a tag of this template names a member of an object, without its partials.
    func names(_ object: String) -> Bool { Self.names(object, nodes) }

    private static func names(_ object: String, _ nodes: [TemplateNode]) -> Bool {
        nodes.contains { node in
            switch node {
            case .value(let path, _): path.names.first == object
            case .section(let path, _, let body): path.names.first == object || names(object, body)
            case .text, .partial: false
            }
        }
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

indirect enum TemplateNode: Sendable {
    case text(TemplateText)
    case value(TemplatePath, escaped: Bool)
    case section(TemplatePath, inverted: Bool, body: [TemplateNode])
    case partial(name: String, indentation: [UInt8], offset: Int)
}

/// Text between tags.
struct TemplateText: Sendable {
    let bytes: [UInt8]
    /// The line starts of the template in `bytes`, end included, at which a partial is indented.
    let lineStarts: [Int]
}

/// A name in a tag, split at its dots; empty for the implicit iterator, a single dot.
struct TemplatePath: Hashable, Sendable {
    let names: [String]

    init(_ text: String) {
        names = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The limits of a template; exceeding one is an error instead of an exhausted stack or memory.
enum TemplateLimit {
    /// Nested sections in one template.
    static let nesting = 64
    /// Nested sections and partials while rendering.
    static let depth = 128
    /// Nodes of one rendering.
    static let steps = 200_000
    /// Indentation of a partial in bytes, including that of the partials around it.
    static let indentation = 1000
    /// Bytes of one rendering.
    static let bytes = 4_000_000
}
