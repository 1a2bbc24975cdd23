import Pages

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
        file("model/mercator.js", PackageResources.mercator_js),
        file("view/device-card.js", PackageResources.device_card_js),
        file("view/device-list-view.js", PackageResources.device_list_view_js),
        file("view/filters.js", PackageResources.filters_js),
        file("view/fleet-events.js", PackageResources.fleet_events_js),
        file("view/fleet-map.js", PackageResources.fleet_map_js),
        file("view/fleet-page.js", PackageResources.fleet_page_js),
        file("view/marks.js", PackageResources.marks_js),
        file("view/team-sharing.js", PackageResources.team_sharing_js),
    ]

    private static func file(
        _ name: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) -> EmbeddedFile { EmbeddedFile("fleet/" + name, bytes()) }
}
