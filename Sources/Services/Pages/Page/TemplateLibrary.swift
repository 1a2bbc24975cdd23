/// Finds the texts of templates, their partials and the files of the live page: in directories in their order, then
/// among the built-in copies.
public struct TemplateLibrary: Sendable {
    /// The text of a file, and its path or, for a built-in copy, its name.
    struct Source {
        let file: String
        let text: String
    }

    private let directories: [String]

    /// Creates a library of these directories, the first of which takes precedence.
    public init(directories: [String]) {
        self.directories = directories
    }

    /// The library of the built-in copies alone.
    public static var builtIn: TemplateLibrary { TemplateLibrary(directories: []) }

    /// Returns the template of a name; nil if no directory contains it and none is built in.
    ///
    /// - Throws: ``TemplateError`` for a file that exists but cannot be read as text. The directories after it are not
    ///   searched then: the administrator did not intend their copies.
    func source(named name: String) throws(TemplateError) -> Source? {
        Self.isFileName(name) ? try source(atPath: name) : nil
    }

    /// Returns the template of a name, or of a path if it contains a slash.
    func source(of template: String) throws(TemplateError) -> Source? {
        template.utf8.contains(UInt8(ascii: "/")) ? try Self.read(template) : try source(named: template)
    }

    /// Returns a partial: the file of that name with `.html`, or a style sheet such as `tokens.css`.
    func source(ofPartial name: String) throws(TemplateError) -> Source? {
        try source(named: name.hasSuffix(".css") ? name : name + ".html")
    }

    /// Returns a file of the live page by its path; nil for a path that is not among ``AssetLibrary/names``.
    func source(ofAsset path: String) throws(TemplateError) -> Source? {
        AssetLibrary.names.contains(path) ? try source(atPath: path) : nil
    }

    /// Returns the administrator's copy of a file, otherwise the file itself.
    func source(of file: EmbeddedFile) throws(TemplateError) -> Source {
        try copy(atPath: file.name) ?? Source(file: file.name, text: file.text)
    }

    private func source(atPath path: String) throws(TemplateError) -> Source? {
        try copy(atPath: path) ?? BuiltInTemplates.text(named: path).map { Source(file: path, text: $0) }
    }

    /// The path must not lead out of the directories.
    private func copy(atPath path: String) throws(TemplateError) -> Source? {
        for directory in directories {
            if let source = try Self.read("\(directory)/\(path)") { return source }
        }
        return nil
    }

    /// Returns true for a name that does not lead out of the directory, as the name of a partial in a template could.
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
