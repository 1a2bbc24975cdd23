import Basics
import Location

/// The values of page templates, documented in `docs/templates.md`.
struct PageValues {
    private let shown: ShownReport
    private let settings: PageSettings
    private let trail: LineDrawing?

    init(_ shown: ShownReport, settings: PageSettings, trail: LineDrawing? = nil) {
        self.shown = shown
        self.settings = settings
        self.trail = trail
    }

    var value: TemplateValue {
        var values = state
        values.merge(times) { $1 }
        if let fix = shown.report.fix, let coordinate = fix.coordinate {
            values["fix"] = FixValues(fix, at: coordinate).value
            values.merge(MapValues(fix, at: coordinate).values) { $1 }
        }
        values.merge(PlaceValues(shown.report).values) { $1 }
        values["trail"] = trail?.trailValue
        values["motion"] = shown.report.motion.flatMap(MotionText.text).map(TemplateValue.text)
        values["travelled"] = shown.report.odometer.map { .text(DistanceText.text($0)) }
        values["satellites"] = shown.report.satellites.flatMap(satellites)
        values["rejections"] = shown.rejections.map(rejections)
        values["receiverFault"] = shown.report.receiverFault.map(fault)
        values["original"] = OriginalValues(shown).value
        return .object(values)
    }

    private var state: [String: TemplateValue] {
        var values: [String: TemplateValue] = [
            "state": .text(shown.state.rawValue), "label": .text(shown.stateText.label),
            "headline": .text(shown.stateText.headline), "title": .text(title),
            "sequence": .text(String(shown.report.sequence)), "gpsd": .text(settings.gpsd),
            "staleAfter": .number(settings.staleAfter.inSeconds),
            "hasPosition": .bool(shown.hasPosition), "hasFacts": .bool(hasFacts),
        ]
        values["daemonRuns"] = .bool(shown.daemonRuns)
        values["detail"] = shown.detail.map(TemplateValue.text)
        for state in TrackingState.allCases {
            values[Self.flagName(state)] = .bool(state == shown.state)
        }
        return values
    }

    /// True if there is anything besides the position: speed, course, altitude or satellites.
    private var hasFacts: Bool {
        let fix = shown.report.fix
        return fix?.speed != nil || fix?.course != nil || fix?.altitude != nil || shown.report.satellites?.used != nil
    }

    private var times: [String: TemplateValue] {
        var values: [String: TemplateValue] = [
            "since": Self.moment(shown.since), "written": Self.moment(shown.now),
        ]
        values["received"] = shown.report.received.map(Self.moment)
        values["age"] = shown.age.map { age in
            .object([
                "words": .text(AgeText.text(age)), "old": .text(AgeText.old(age)),
                "seconds": .number(Double(age.milliseconds) / 1000),
            ])
        }
        return values
    }

    private var title: String {
        guard shown.hasPosition, let location = shown.location else { return shown.stateText.headline }
        let headline = shown.stateText.headline
        guard shown.state == .stale else { return "\(PlaceText.headline(shown.report) ?? headline) · \(location)" }
        // A place from the past must not read as a current one.
        let place = PlaceText.text(shown.report).map { ": \($0)" } ?? ""
        return "\(headline), \(shown.ageText)\(place) · \(location)"
    }

    private func satellites(_ sky: Satellites) -> TemplateValue? {
        var values: [String: TemplateValue] = [:]
        values["used"] = sky.used.map { .text(String($0)) }
        values["visible"] = sky.visible.map { .text(String($0)) }
        values["hdop"] = sky.hdop.flatMap { $0.isFinite ? .text(FixedDecimalText.text($0, decimals: 1)) : nil }
        return values.isEmpty ? nil : .object(values)
    }

    private func rejections(_ rejections: RejectionSummary) -> TemplateValue {
        .object([
            "count": .text(String(rejections.count)), "epochs": .text(String(rejections.epochs)),
            "span": .text(AgeText.span(rejections.window)), "reason": .text(rejections.reason),
            "explanation": .text(rejections.explanation),
        ])
    }

    private func fault(_ fault: ReceiverFault) -> TemplateValue {
        .object([
            "name": .text(fault.name), "device": .text(fault.device), "explanation": .text(fault.explanation),
            "cure": .text(fault.remedy),
        ])
    }

    static func moment(_ moment: Timestamp) -> TemplateValue {
        .object([
            "iso": .text(moment.iso8601), "words": .text(TimeText.text(moment)),
            "milliseconds": .text(String(moment.milliseconds)),
        ])
    }

    private static func flagName(_ state: TrackingState) -> String {
        switch state {
        case .starting: "isStarting"
        case .noGPSD: "isNoGPSD"
        case .noReceiver: "isNoReceiver"
        case .noFix: "isNoFix"
        case .live: "isLive"
        case .stale: "isStale"
        }
    }
}

/// The template values of the places around a position; unknown values are absent.
struct PlaceValues {
    private let report: Report

    init(_ report: Report) {
        self.report = report
    }

    var values: [String: TemplateValue] {
        guard let text = PlaceText.text(report), let headline = PlaceText.headline(report) else { return [:] }
        let parts = PlaceText.parts(report)
        let lines = parts.prefix(1).map { PlaceText.capitalized($0, of: report) } + parts.dropFirst()
        var values: [String: TemplateValue] = [
            "whereabouts": .object([
                "words": .text(text), "headline": .text(headline), "lines": .list(lines.map(TemplateValue.text)),
            ])
        ]
        values["place"] = report.place.map { Self.value(of: $0, text: PlaceText.nearest($0)) }
        values["near"] = report.near.map { Self.value(of: $0, text: PlaceText.own($0)) }
        values["inside"] = .list(report.inside.map { .text(PrintableText.sanitized($0)) })
        return values
    }

    private static func value(of place: NearbyPlace, text: String) -> TemplateValue {
        var values: [String: TemplateValue] = [
            "words": .text(text), "name": .text(PrintableText.sanitized(place.name)),
            "distance": .text(DistanceText.text(place.distance)),
        ]
        values["region"] = place.region.map { .text(PrintableText.sanitized($0)) }
        values["country"] = place.country.map { .text(PrintableText.sanitized($0)) }
        values["direction"] = place.bearing.flatMap { CompassText.point($0) }.map(TemplateValue.text)
        return .object(values)
    }
}
