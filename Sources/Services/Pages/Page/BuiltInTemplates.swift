/// The files of `templates/` as they were when the program was built: the one list of their names.
///
/// `PackageResources` names a file without its folder, so no two files may have the same name.
enum BuiltInTemplates {
    /// The Mustache templates and their partials.
    static let pages = [
        file("current-location.html", PackageResources.current_location_html),
        file("location-error.html", PackageResources.location_error_html),
        file("whereismymac.html", PackageResources.whereismymac_html),
        file("page-advice.html", PackageResources.page_advice_html),
        file("page-age.html", PackageResources.page_age_html),
        file("page-facts.html", PackageResources.page_facts_html),
        file("page-foot.html", PackageResources.page_foot_html),
        file("page-head.html", PackageResources.page_head_html),
        file("page-notes.html", PackageResources.page_notes_html),
        file("page-position.html", PackageResources.page_position_html),
        file("page-report.html", PackageResources.page_report_html),
        file("page-script.html", PackageResources.page_script_html),
        file("page-style.html", PackageResources.page_style_html),
        file("page-table.html", PackageResources.page_table_html),
    ]

    /// The files of the live page, by their paths.
    static let assets = [
        file("live.html", PackageResources.live_html),
        file("sign-in.html", PackageResources.sign_in_html),
        file("expired.html", PackageResources.expired_html),
        file("live.css", PackageResources.live_css),
        file("icon.svg", PackageResources.icon_svg),
        file("manifest.webmanifest", PackageResources.manifest_webmanifest),
        file("service-worker.js", PackageResources.service_worker_js),
        file("languages/en.json", PackageResources.en_json),
        file("live/main.js", PackageResources.main_js),
        file("live/model/anchor.js", PackageResources.anchor_js),
        file("live/model/api-address.js", PackageResources.api_address_js),
        file("live/model/calendar.js", PackageResources.calendar_js),
        file("live/model/colour-scale.js", PackageResources.colour_scale_js),
        file("live/model/coordinates.js", PackageResources.coordinates_js),
        file("live/model/event-stream.js", PackageResources.event_stream_js),
        file("live/model/facts.js", PackageResources.facts_js),
        file("live/model/geodesy.js", PackageResources.geodesy_js),
        file("live/model/journeys.js", PackageResources.journeys_js),
        file("live/model/languages.js", PackageResources.languages_js),
        file("live/model/moment.js", PackageResources.moment_js),
        file("live/model/own-place.js", PackageResources.own_place_js),
        file("live/model/page-address.js", PackageResources.page_address_js),
        file("live/model/place-lists.js", PackageResources.place_lists_js),
        file("live/model/place-text.js", PackageResources.place_text_js),
        file("live/model/places.js", PackageResources.places_js),
        file("live/model/position-input.js", PackageResources.position_input_js),
        file("live/model/range.js", PackageResources.range_js),
        file("live/model/rejections.js", PackageResources.rejections_js),
        file("live/model/series.js", PackageResources.series_js),
        file("live/model/share.js", PackageResources.share_js),
        file("live/model/sky.js", PackageResources.sky_js),
        file("live/model/state.js", PackageResources.state_js),
        file("live/model/text.js", PackageResources.text_js),
        file("live/model/timed-track.js", PackageResources.timed_track_js),
        file("live/model/town-labels.js", PackageResources.town_labels_js),
        file("live/model/track.js", PackageResources.track_js),
        file("live/model/units.js", PackageResources.units_js),
        file("live/model/utm.js", PackageResources.utm_js),
        file("live/model/values.js", PackageResources.values_js),
        file("live/server/connection.js", PackageResources.connection_js),
        file("live/server/last-visit.js", PackageResources.last_visit_js),
        file("live/server/requests.js", PackageResources.requests_js),
        file("live/server/stream.js", PackageResources.stream_js),
        file("live/view/alarm-signal.js", PackageResources.alarm_signal_js),
        file("live/view/anchor-controls.js", PackageResources.anchor_controls_js),
        file("live/view/anchor-watch.js", PackageResources.anchor_watch_js),
        file("live/view/calendar-view.js", PackageResources.calendar_view_js),
        file("live/view/charts-view.js", PackageResources.charts_view_js),
        file("live/view/dom.js", PackageResources.dom_js),
        file("live/view/event-list.js", PackageResources.event_list_js),
        file("live/view/explore-panel.js", PackageResources.explore_panel_js),
        file("live/view/facts-view.js", PackageResources.facts_view_js),
        file("live/view/geofence-layer.js", PackageResources.geofence_layer_js),
        file("live/view/history-panels.js", PackageResources.history_panels_js),
        file("live/view/history-view.js", PackageResources.history_view_js),
        file("live/view/journey-layer.js", PackageResources.journey_layer_js),
        file("live/view/land-layer.js", PackageResources.land_layer_js),
        file("live/view/language.js", PackageResources.language_js),
        file("live/view/live-page.js", PackageResources.live_page_js),
        file("live/view/map-view.js", PackageResources.map_view_js),
        file("live/view/nearby-list.js", PackageResources.nearby_list_js),
        file("live/view/place-editor.js", PackageResources.place_editor_js),
        file("live/view/place-list.js", PackageResources.place_list_js),
        file("live/view/places-panel.js", PackageResources.places_panel_js),
        file("live/view/playback-view.js", PackageResources.playback_view_js),
        file("live/view/rejected-layer.js", PackageResources.rejected_layer_js),
        file("live/view/row-list.js", PackageResources.row_list_js),
        file("live/view/screen-lock.js", PackageResources.screen_lock_js),
        file("live/view/search-box.js", PackageResources.search_box_js),
        file("live/view/selection.js", PackageResources.selection_js),
        file("live/view/share-dialog.js", PackageResources.share_dialog_js),
        file("live/view/share-list.js", PackageResources.share_list_js),
        file("live/view/sky-plot.js", PackageResources.sky_plot_js),
        file("live/view/tile-layer.js", PackageResources.tile_layer_js),
        file("live/view/timeline-view.js", PackageResources.timeline_view_js),
        file("live/view/track-colours.js", PackageResources.track_colours_js),
        file("live/view/track-view.js", PackageResources.track_view_js),
    ]

    /// The text of a file by its path; nil for an unknown one.
    static func text(named name: String) -> String? {
        let file = pages.first { $0.name == name } ?? assets.first { $0.name == name }
        return file?.text
    }

    private static func file(
        _ name: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) -> EmbeddedFile { EmbeddedFile(name, bytes()) }
}
