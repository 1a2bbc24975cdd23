/// A file of the live page, as it is sent to a browser.
public struct Asset: Hashable, Sendable {
    /// The content.
    public let bytes: [UInt8]
    /// The media type, with the character set of a text.
    public let mediaType: String
}

/// The files of the live page: an administrator's copy in a directory of templates, otherwise the built-in one.
///
/// They are served unchanged: they are no templates.
public struct AssetLibrary: Sendable {
    /// The paths of the files below a directory of templates, such as `live/model/units.js`.
    ///
    /// Paths from a browser are compared with them and never used otherwise.
    public static let names = BuiltInTemplates.assets.map(\.name)

    private let templates: TemplateLibrary

    /// Creates the library of the files in these templates.
    public init(_ templates: TemplateLibrary) {
        self.templates = templates
    }

    /// Returns a file by its path; nil for a path that is not among ``names``.
    ///
    /// - Throws: ``TemplateError`` for an administrator's copy that cannot be read or is not UTF-8.
    public func asset(named name: String) throws(TemplateError) -> Asset? {
        guard let source = try templates.source(ofAsset: name) else { return nil }
        return Asset(bytes: Array(source.text.utf8), mediaType: Self.mediaType(of: name))
    }

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/manifest+json"
        }
    }
}
