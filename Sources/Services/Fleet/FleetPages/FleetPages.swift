import Basics
import FleetFiles
public import Languages
public import Pages

/// The pages of a fleet: the list beside the map, the page of one device, and the sign-in page.
///
/// They use the scripts of the live page, so that one ``AssetLibrary`` has the files of both.
public enum FleetPages {
    /// The path of the page with all devices, for `/` and for the share of a team.
    public static let fleet = "fleet/fleet.html"
    /// The path of the page for visitors without a session.
    public static let signIn = "fleet/sign-in.html"

    /// Returns the library of the fleet's files and of those of the live page.
    public static func assets(_ templates: TemplateLibrary) -> AssetLibrary {
        AssetLibrary(templates, with: FleetFiles.assets)
    }

    /// Returns the page of one device, for `devices/NAME/` beside the page with all devices: the live page, whose
    /// scripts request the routes `v1/devices/NAME/…` of that folder.
    ///
    /// - Throws: ``TemplateError`` for an administrator's copy that cannot be read.
    public static func devicePage(
        _ assets: AssetLibrary, in language: Language = .english
    ) throws(TemplateError) -> [UInt8] {
        let page = String(decoding: try assets.page(named: "live.html", in: language) ?? [], as: UTF8.self)
        let note = HTMLText.escaped(assets.table(of: language).text("problems.needs-javascript"))
        // Two folders up, all devices have the same files in the cache of the browser.
        return Array(withoutStaticPage(page, note).replacing(text: "\"assets/", with: "\"../../assets/").utf8)
    }

    /// A fleet has no static pages, which `live.html` shows where scripts are disabled.
    private static func withoutStaticPage(_ page: String, _ note: String) -> String {
        guard let begin = page.range(ofText: "<noscript>"), let end = page.range(ofText: "</noscript>"),
            begin.upperBound <= end.lowerBound
        else { return page }
        // Swift 6.2 finds no `+` for a substring and a string here.
        return "\(page[..<begin.upperBound])<p class=\"no-script\">\(note)</p>\(page[end.lowerBound...])"
    }
}
