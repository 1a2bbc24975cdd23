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
        default: nil
        }
    }
}
