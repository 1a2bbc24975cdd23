import Basics
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
        AssetLibrary(templates, with: FleetTemplates.files)
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

/// The files of `templates/fleet/` as they were when the program was built: the one list of their names.
///
/// `PackageResources` names a file without its folder, so no two files may have the same name.
enum FleetTemplates {
    static let files = [
        file("fleet.html", PackageResources.fleet_html),
        file("sign-in.html", PackageResources.sign_in_html),
        file("fleet.css", PackageResources.fleet_css),
        file("main.js", PackageResources.main_js),
        file("model/clusters.js", PackageResources.clusters_js),
        file("model/device.js", PackageResources.device_js),
        file("model/device-list.js", PackageResources.device_list_js),
        file("model/device-text.js", PackageResources.device_text_js),
        file("model/fleet.js", PackageResources.fleet_js),
        file("model/fleet-event.js", PackageResources.fleet_event_js),
        file("model/initials.js", PackageResources.initials_js),
        file("model/mercator.js", PackageResources.mercator_js),
        file("model/teams.js", PackageResources.teams_js),
        file("view/device-card.js", PackageResources.device_card_js),
        file("view/device-list-view.js", PackageResources.device_list_view_js),
        file("view/filters.js", PackageResources.filters_js),
        file("view/fleet-events.js", PackageResources.fleet_events_js),
        file("view/fleet-map.js", PackageResources.fleet_map_js),
        file("view/fleet-page.js", PackageResources.fleet_page_js),
        file("view/fleet-shell.js", PackageResources.fleet_shell_js),
        file("view/marks.js", PackageResources.marks_js),
        file("view/team-sharing.js", PackageResources.team_sharing_js),
    ]

    private static func file(
        _ name: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) -> EmbeddedFile { EmbeddedFile("fleet/" + name, bytes()) }
}
