import Basics
import Languages
import Location

/// The template values of the places around a position; unknown values are absent.
struct PlaceValues {
    let report: Report
    let table: LanguageTable

    var values: [String: TemplateValue] {
        guard let text = PlaceText.text(report, in: table), let headline = PlaceText.headline(report, in: table) else {
            return [:]
        }
        let parts = PlaceText.parts(report, in: table)
        let lines = parts.prefix(1).map { PlaceText.capitalized($0, of: report) } + parts.dropFirst()
        var values: [String: TemplateValue] = [
            "whereabouts": .object([
                "words": .text(text), "headline": .text(headline), "lines": .list(lines.map(TemplateValue.text)),
            ])
        ]
        values["place"] = report.place.map { value(of: $0, text: PlaceText.nearest($0, in: table)) }
        values["near"] = report.near.map { value(of: $0, text: PlaceText.own($0, in: table)) }
        values["inside"] = .list(report.inside.map { .text(PrintableText.sanitized($0)) })
        return values
    }

    private func value(of place: NearbyPlace, text: String) -> TemplateValue {
        let distance = table.number(DistanceText.text(place.distance))
        var values: [String: TemplateValue] = [
            "words": .text(text), "name": .text(PrintableText.sanitized(place.name)), "distance": .text(distance),
            "toEdge": .text(table.text("static.to-its-edge", ["distance": distance])),
        ]
        values["region"] = place.region.map { .text(PrintableText.sanitized($0)) }
        values["country"] = place.country.map { .text(PrintableText.sanitized($0)) }
        let point = place.bearing.flatMap { CompassText.point($0) }
        values["direction"] = point.map { .text(table.text("static.\($0)")) }
        values["toward"] = point.map { .text(table.text("static.to-\($0)")) }
        return .object(values)
    }
}
