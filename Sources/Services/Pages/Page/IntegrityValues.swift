import Basics
import Languages
import Location

/// The template values of a receiver that is not trusted: what it claims, and since when and why that is not believed.
struct IntegrityValues {
    /// The distance from the middle of the sketch at which a claim farther away is drawn; half of the map's width is 50.
    private static let sketchEdge = 54.0

    let report: Report
    let table: LanguageTable

    /// The values; nil while the judgement is nominal.
    var value: TemplateValue? {
        let integrity = report.integrity
        guard integrity.level != .nominal else { return nil }
        let reasons = integrity.reasons.map(text)
        let since = ["time": TimeText.text(integrity.since, in: table), "reasons": reasons.joined(separator: ", ")]
        var values: [String: TemplateValue] = [
            "level": .text(integrity.level.rawValue), "since": MomentValues(integrity.since, in: table).value,
            "title": .text(table.text("problems.integrity-\(integrity.level.rawValue)")),
            "reasons": .list(reasons.map(TemplateValue.text)),
        ]
        if !reasons.isEmpty { values["sentence"] = .text(table.text("problems.integrity-since", since)) }
        if let claim = report.claim, let place = claim.coordinate { values["claim"] = value(of: claim, at: place) }
        return .object(values)
    }

    /// Returns what a witness observed; the figures of the report are English.
    private func text(_ reason: Integrity.Reason) -> String {
        let text = table.text("problems.integrity-\(reason.code.rawValue)")
        return table.language == .english ? "\(text) (\(PrintableText.sanitized(reason.detail)))" : text
    }

    private func value(of claim: Fix, at place: Coordinate) -> TemplateValue {
        let location = MapLink.pair(place, separator: ", ")
        let trusted = report.fix?.coordinate
        let distance = trusted.map { table.number(DistanceText.text($0.distance(to: place))) }
        let sentence = ["position": location, "distance": distance ?? ""]
        let key = distance == nil ? "problems.integrity-claim-only" : "problems.integrity-claim"
        var values: [String: TemplateValue] = [
            "location": .text(location), "sentence": .text(table.text(key, sentence)),
        ]
        values["distance"] = distance.map(TemplateValue.text)
        values["geo"] = MapLink.url(.geo, for: claim).map(TemplateValue.text)
        guard let trusted else { return .object(values) }
        values["trusted"] = table.value(
            "problems.integrity-trusted", around: "age", ["position": MapLink.pair(trusted, separator: ", ")])
        let spot = spot(of: place, from: trusted)
        values["x"] = .text(FixedDecimalText.text(spot.x, decimals: 1))
        values["y"] = .text(FixedDecimalText.text(spot.y, decimals: 1))
        return .object(values)
    }

    /// Returns where the claim is on the sketch, or at its edge.
    private func spot(of place: Coordinate, from trusted: Coordinate) -> (x: Double, y: Double) {
        let view = MapView(of: trusted, accuracy: report.fix?.horizontalAccuracy?.radius, speed: report.fix?.speed)
        let (distance, bearing) = trusted.distanceAndBearing(to: place)
        guard let bearing else { return (0, 0) }
        let (east, north) = (Earth.cosine(ofDegrees: bearing - 90), Earth.cosine(ofDegrees: bearing))
        let length = min(distance / view.radius * 50, Self.sketchEdge / max(abs(east), abs(north)))
        return (east * length, -north * length)
    }
}
