/// The files of `templates/` as they were when the program was built.
enum BuiltInTemplates {
    static func text(named name: String) -> String? {
        bytes(named: name).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func bytes(named name: String) -> [UInt8]? {
        switch name {
        case "current-location.html": PackageResources.current_location_html
        case "location-error.html": PackageResources.location_error_html
        case "whereismymac.html": PackageResources.whereismymac_html
        case "page-advice.html": PackageResources.page_advice_html
        case "page-age.html": PackageResources.page_age_html
        case "page-facts.html": PackageResources.page_facts_html
        case "page-foot.html": PackageResources.page_foot_html
        case "page-head.html": PackageResources.page_head_html
        case "page-notes.html": PackageResources.page_notes_html
        case "page-style.html": PackageResources.page_style_html
        case "page-report.html": PackageResources.page_report_html
        case "page-position.html": PackageResources.page_position_html
        case "page-table.html": PackageResources.page_table_html
        case "page-script.html": PackageResources.page_script_html
        default: asset(named: name) ?? script(named: name)
        }
    }

    private static func asset(named name: String) -> [UInt8]? {
        switch name {
        case "live.html": PackageResources.live_html
        case "sign-in.html": PackageResources.sign_in_html
        case "expired.html": PackageResources.expired_html
        case "live.css": PackageResources.live_css
        case "icon.svg": PackageResources.icon_svg
        case "manifest.webmanifest": PackageResources.manifest_webmanifest
        default: nil
        }
    }

    private static func script(named name: String) -> [UInt8]? {
        switch name {
        case "live.js": PackageResources.live_js
        case "live-coordinates.js": PackageResources.live_coordinates_js
        case "live-facts.js": PackageResources.live_facts_js
        case "live-history.js": PackageResources.live_history_js
        case "live-map.js": PackageResources.live_map_js
        case "live-page.js": PackageResources.live_page_js
        case "live-range.js": PackageResources.live_range_js
        case "live-share.js": PackageResources.live_share_js
        case "live-state.js": PackageResources.live_state_js
        case "live-stream.js": PackageResources.live_stream_js
        case "live-tiles.js": PackageResources.live_tiles_js
        case "live-trail.js": PackageResources.live_trail_js
        case "live-units.js": PackageResources.live_units_js
        default: placeScript(named: name)
        }
    }

    private static func placeScript(named name: String) -> [UInt8]? {
        switch name {
        case "live-anchor.js": PackageResources.live_anchor_js
        case "live-around.js": PackageResources.live_around_js
        case "live-chosen.js": PackageResources.live_chosen_js
        case "live-fences.js": PackageResources.live_fences_js
        case "live-geodesy.js": PackageResources.live_geodesy_js
        case "live-happened.js": PackageResources.live_happened_js
        case "live-own.js": PackageResources.live_own_js
        case "live-places.js": PackageResources.live_places_js
        case "live-rows.js": PackageResources.live_rows_js
        case "live-search.js": PackageResources.live_search_js
        case "live-surroundings.js": PackageResources.live_surroundings_js
        case "live-where.js": PackageResources.live_where_js
        default: nil
        }
    }
}
