/// The files of the live page: an administrator's copy in a directory of templates, else what is built in.
///
/// They are served as they are; they are no templates.
public struct AssetLibrary: Sendable {
    /// The names of the files there are.
    public static let names =
        ["live.html", "sign-in.html", "expired.html", "live.css", "icon.svg", "manifest.webmanifest"] + scripts

    /// The modules of the page's script; the page loads the first.
    private static let scripts = [
        "live.js", "live-anchor.js", "live-around.js", "live-chosen.js", "live-coordinates.js", "live-facts.js",
        "live-fences.js", "live-geodesy.js", "live-happened.js", "live-history.js", "live-map.js", "live-own.js",
        "live-page.js", "live-places.js", "live-range.js", "live-rows.js", "live-search.js", "live-share.js",
        "live-state.js", "live-stream.js", "live-surroundings.js", "live-tiles.js", "live-trail.js", "live-units.js",
        "live-where.js",
    ]

    private let templates: TemplateLibrary

    /// The files that these templates have.
    public init(_ templates: TemplateLibrary) {
        self.templates = templates
    }

    /// A file by its name; nil for a name that is not among ``names``.
    ///
    /// - Throws: ``TemplateError`` for an administrator's copy that cannot be read or is not UTF-8.
    public func asset(named name: String) throws(TemplateError) -> Asset? {
        guard Self.names.contains(name), let source = try templates.source(named: name) else { return nil }
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
