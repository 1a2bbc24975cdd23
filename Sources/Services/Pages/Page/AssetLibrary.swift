public import EmbeddedFiles

/// A file of the live page, as it is sent to a browser.
public struct Asset: Hashable, Sendable {
    /// The content.
    public let bytes: [UInt8]
    /// The media type, with the character set of a text.
    public let mediaType: String
}

/// The files of the live page: an administrator's copy in a directory of templates, otherwise the built-in one.
///
/// They are served unchanged, but for the pages, which can name texts of the reader's language.
public struct AssetLibrary: Sendable {
    /// The paths of the files below a directory of templates, such as `live/model/units.js`.
    ///
    /// Paths from a browser are compared with them and never used otherwise.
    public static let names = EmbeddedFile.pageAssets.map(\.name)

    private let templates: TemplateLibrary
    private let others: [EmbeddedFile]
    /// Read once, so that a change of a file of texts needs a reload.
    let tables: LanguageTables

    /// Creates the library of the files in these templates, and of the built-in files of other pages.
    public init(_ templates: TemplateLibrary, with others: [EmbeddedFile] = []) {
        self.templates = templates
        self.others = others
        tables = LanguageTables(templates)
    }

    /// Returns a file by its path; nil for a path that is neither among ``names`` nor one of the other pages.
    ///
    /// - Throws: ``TemplateError`` for an administrator's copy that cannot be read or is not UTF-8.
    public func asset(named name: String) throws(TemplateError) -> Asset? {
        guard let source = try source(named: name) else { return nil }
        return Asset(bytes: Array(source.text.utf8), mediaType: Self.mediaType(of: name))
    }

    private func source(named name: String) throws(TemplateError) -> TemplateLibrary.Source? {
        guard let other = others.first(where: { $0.name == name }) else { return try templates.source(ofAsset: name) }
        return try templates.source(of: other)
    }

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json": "application/json"
        default: "application/manifest+json"
        }
    }
}
