import EmbeddedFiles
import Linux

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
        try copy(atPath: path) ?? Self.builtInFile(path).map { Source(file: path, text: $0.text) }
    }

    /// Returns the file of a path as it was when the program was built; nil for an unknown one.
    static func builtInFile(_ path: String) -> EmbeddedFile? {
        EmbeddedFile.pageTemplates.first { $0.name == path } ?? EmbeddedFile.pageAssets.first { $0.name == path }
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

    /// Returns the text of a file; nil if it does not exist.
    ///
    /// - Throws: ``TemplateError`` with the reason for a file that cannot be read, and with the line and column for one
    ///   that is not UTF-8.
    static func read(_ path: String) throws(TemplateError) -> Source? {
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path)
        } catch {
            if error.isNotFound { return nil }
            let expected = "a regular file of at most 1 MB that this program can read"
            throw TemplateError(file: path, line: 1, column: 1, found: "“\(error.reason)”", expected: expected)
        }
        return Source(file: path, text: try text(of: bytes, file: path))
    }

    /// Returns the bytes as text.
    ///
    /// A byte 0 is valid UTF-8, but in practice it comes from a file in UTF-16.
    private static func text(of bytes: [UInt8], file: String) throws(TemplateError) -> String {
        guard let offset = invalidOffset(in: bytes) ?? bytes.firstIndex(of: 0) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let digits = String(bytes[offset], radix: 16, uppercase: true)
        throw TemplateScanner(file: file, bytes: bytes)
            .error(at: offset, found: "the byte 0x\(digits.count < 2 ? "0" : "")\(digits)", expected: "text in UTF-8")
    }

    private static func invalidOffset(in bytes: [UInt8]) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
