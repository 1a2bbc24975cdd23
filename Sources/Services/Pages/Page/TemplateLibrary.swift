import Linux

/// Where the texts of templates and of their partials are found: directories in order, then the built-in copy.
public struct TemplateLibrary: Sendable {
    /// A template's text and where it is from.
    struct Source {
        let file: String
        let text: String
    }

    private let directories: [String]

    /// A library with these directories, the first of which wins.
    public init(directories: [String]) {
        self.directories = directories
    }

    /// The library with nothing but what is built in.
    public static var builtIn: TemplateLibrary { TemplateLibrary(directories: []) }

    /// The text of a file's name, or nil where no directory has it and none is built in.
    ///
    /// - Throws: ``TemplateError`` for a file that is there and is no text that can be read; the ones behind it are not
    ///   looked for then, as they are not what was wanted.
    func source(named name: String) throws(TemplateError) -> Source? {
        guard Self.isFileName(name) else { return nil }
        for directory in directories {
            if let source = try Self.read("\(directory)/\(name)") { return source }
        }
        return BuiltInTemplates.text(named: name).map { Source(file: name, text: $0) }
    }

    /// The text of a template by its name, or by its path where there is a slash in it.
    func source(of template: String) throws(TemplateError) -> Source? {
        template.utf8.contains(UInt8(ascii: "/")) ? try Self.read(template) : try source(named: template)
    }

    /// The text of a partial: the file of that name with `.html`.
    func source(ofPartial name: String) throws(TemplateError) -> Source? {
        try source(named: name + ".html")
    }

    /// A partial's name comes from a template: it must not lead out of the directory.
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
