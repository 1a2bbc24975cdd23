import Languages
import Location

/// The sentences about a report in the language of a page.
struct ShownText {
    let shown: ShownReport
    let table: LanguageTable

    init(_ shown: ShownReport, in table: LanguageTable) {
        (self.shown, self.table) = (shown, table)
    }

    /// The state in one or two words.
    var label: String { table.text("static.state-\(shown.wordedState.rawValue)") }

    /// The state as a separate sentence.
    var headline: String { headline(of: shown.wordedState) }

    /// The state whose look the page has: a contradicted position looks as one that is not current.
    var look: String { (shown.state == .contradicted ? .stale : shown.state).rawValue }

    var age: String { shown.age.map { AgeText.text($0, in: table) } ?? table.text("static.age-unknown") }

    /// The reason for the state; without a daemon, its last report.
    var detail: String? {
        guard !shown.daemonRuns, !shown.hasPosition else { return shown.report.detail }
        let last = headline(of: WordedState(shown.state))
        guard let reason = shown.report.detail else { return table.text("static.last-report", ["report": last]) }
        return table.text("static.last-report-because", ["report": last, "reason": reason])
    }

    var title: String {
        guard shown.hasPosition, let location = shown.location else { return headline }
        guard shown.state != .live else {
            return "\(PlaceText.headline(shown.report, in: table) ?? headline) · \(location)"
        }
        return "\(lastKnown) · \(location)"
    }

    /// A place from the past must not read as a current one.
    private var lastKnown: String {
        guard let place = PlaceText.text(shown.report, in: table) else {
            return table.text("static.title-stale", ["headline": headline, "age": age])
        }
        return table.text("static.title-stale-at", ["headline": headline, "age": age, "place": place])
    }

    private func headline(of state: WordedState) -> String {
        let isUnplaced = state == .contradicted && !shown.hasPosition
        return table.text(isUnplaced ? "problems.integrity-contradicted" : "static.headline-\(state.rawValue)")
    }
}
