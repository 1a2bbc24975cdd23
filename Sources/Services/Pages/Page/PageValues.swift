import Basics
import Languages
import Location

/// The values of page templates, documented in `docs/templates.md`.
struct PageValues {
    private let shown: ShownReport
    private let text: ShownText
    private let settings: PageSettings
    private let offset: Duration?
    private let trail: LineDrawing?
    private let table: LanguageTable

    init(
        _ shown: ShownReport, settings: PageSettings, offset: Duration? = nil, trail: LineDrawing? = nil,
        in table: LanguageTable
    ) {
        (self.shown, self.settings, self.offset, self.trail, self.table) = (shown, settings, offset, trail, table)
        text = ShownText(shown, in: table)
    }

    var value: TemplateValue {
        var values = state
        values.merge(times) { $1 }
        if let fix = shown.report.fix, let coordinate = fix.coordinate {
            values["fix"] = FixValues(fix: fix, coordinate: coordinate, table: table).value
            values.merge(MapValues(fix: fix, coordinate: coordinate, table: table).values) { $1 }
        }
        values.merge(PlaceValues(report: shown.report, table: table).values) { $1 }
        values["trail"] = trail?.value(in: table)
        values["motion"] = shown.report.motion.flatMap { MotionText.text($0, in: table) }.map(TemplateValue.text)
        values["travelled"] = shown.report.odometer.map { .text(table.number(DistanceText.text($0))) }
        values["satellites"] = shown.report.satellites.flatMap(satellites)
        values["zone"] = offset.flatMap { ZoneText.text($0) }.map { .text(table.text("static.zone", ["zone": $0])) }
        values["original"] = OriginalValues(shown: shown).value
        values["integrity"] = IntegrityValues(report: shown.report, table: table).value
        values.merge(AdviceValues(shown, gpsd: settings.gpsd, in: table).values) { $1 }
        values["language"] = .text(table.language.tag)
        values["static"] = .object(table.texts(of: "static").mapValues(TemplateValue.text))
        return .object(values)
    }

    private var state: [String: TemplateValue] {
        var values: [String: TemplateValue] = [
            "state": .text(shown.state.rawValue), "look": .text(text.look), "label": .text(text.label),
            "headline": .text(text.headline),
            "title": .text(text.title), "sequence": .text(String(shown.report.sequence)),
            "gpsd": .text(settings.gpsd), "staleAfter": .number(settings.staleAfter.inSeconds),
            "hasPosition": .bool(shown.hasPosition), "hasFacts": .bool(hasFacts),
        ]
        values["daemonRuns"] = .bool(shown.daemonRuns)
        values["detail"] = text.detail.map(TemplateValue.text)
        for state in TrackingState.allCases {
            values[Self.flagName(state)] = .bool(state == shown.state)
        }
        // A template that knows only `isStale` must not show the last trusted position as the current one.
        if shown.state == .contradicted { values[Self.flagName(.stale)] = .bool(true) }
        return values
    }

    /// True if there is anything besides the position: speed, course, altitude or satellites.
    private var hasFacts: Bool {
        let fix = shown.report.fix
        return fix?.speed != nil || fix?.course != nil || fix?.altitude != nil || shown.report.satellites?.used != nil
    }

    private var times: [String: TemplateValue] {
        let (state, number) = (shown.state.rawValue, String(shown.report.sequence))
        var values: [String: TemplateValue] = [
            "since": MomentValues(shown.since, in: table).value, "written": MomentValues(shown.now, in: table).value,
            "sinceText": table.value("static.since", around: "time"),
            "stateText": table.value("static.state-since", around: "time", ["state": state]),
            "reportText": table.value("static.report-written", around: "time", ["number": number]),
            "receivedText": table.value("static.received", around: "time"),
        ]
        values["received"] = shown.report.received.map { MomentValues($0, in: table).value }
        values["age"] = shown.age.map { age in
            .object([
                "words": .text(AgeText.text(age, in: table)), "old": .text(AgeText.old(age, in: table)),
                "written": .text(AgeText.written(age, in: table)),
                "seconds": .number(Double(age.milliseconds) / 1000),
            ])
        }
        return values
    }

    private func satellites(_ sky: Satellites) -> TemplateValue? {
        var values: [String: TemplateValue] = [:]
        values["used"] = sky.used.map { .text(String($0)) }
        values["visible"] = sky.visible.map { .text(String($0)) }
        values["visibleText"] = sky.visible.map {
            table.value("static.used-of-visible", around: "used", ["visible": String($0)])
        }
        let hdop = sky.hdop.map { table.number(FixedDecimalText.text($0, decimals: 1)) } ?? ""
        values["hdop"] = hdop.isEmpty ? nil : .text(hdop)
        return values.isEmpty ? nil : .object(values)
    }

    private static func flagName(_ state: TrackingState) -> String {
        switch state {
        case .starting: "isStarting"
        case .noGPSD: "isNoGPSD"
        case .noReceiver: "isNoReceiver"
        case .noFix: "isNoFix"
        case .live: "isLive"
        case .stale: "isStale"
        case .contradicted: "isContradicted"
        }
    }
}

struct MomentValues {
    private let moment: Timestamp
    private let table: LanguageTable

    init(_ moment: Timestamp, in table: LanguageTable) {
        (self.moment, self.table) = (moment, table)
    }

    var value: TemplateValue {
        let words = TimeText.text(moment, in: table)
        return .object([
            "iso": .text(moment.iso8601), "words": .text(words), "milliseconds": .text(String(moment.milliseconds)),
            "asOf": .text(table.text("static.as-of", ["time": words])),
            "withoutScripts": .text(table.text("static.no-scripts-written", ["time": words])),
        ])
    }
}

extension LanguageTable {
    /// Returns what stands before and after a value that a template marks up.
    func value(_ key: String, around name: String, _ values: [String: String] = [:]) -> TemplateValue {
        let sentence = text(key, values)
        guard let place = sentence.range(ofText: "{\(name)}") else { return .object(["before": .text(sentence)]) }
        return .object([
            "before": .text(String(sentence[..<place.lowerBound])),
            "after": .text(String(sentence[place.upperBound...])),
        ])
    }
}
