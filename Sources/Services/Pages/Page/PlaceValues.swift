import Basics
import Location

/// What a template is told of the places around a position; what is not known is not there.
struct PlaceValues {
    private let report: Report

    init(_ report: Report) {
        self.report = report
    }

    var values: [String: TemplateValue] {
        guard let words = PlaceText.text(report), let headline = PlaceText.headline(report) else { return [:] }
        let parts = PlaceText.parts(report)
        let lines = parts.prefix(1).map { PlaceText.capitalized($0, of: report) } + parts.dropFirst()
        var values: [String: TemplateValue] = [
            "whereabouts": .object([
                "words": .text(words), "headline": .text(headline), "lines": .list(lines.map(TemplateValue.text)),
            ])
        ]
        values["place"] = report.place.map { Self.value(of: $0, words: PlaceText.nearest($0)) }
        values["near"] = report.near.map { Self.value(of: $0, words: PlaceText.own($0)) }
        values["inside"] = .list(report.inside.map { .text(PrintableText.sanitized($0)) })
        return values
    }

    private static func value(of place: NearbyPlace, words: String) -> TemplateValue {
        var values: [String: TemplateValue] = [
            "words": .text(words), "name": .text(PrintableText.sanitized(place.name)),
            "distance": .text(DistanceText.text(place.distance)),
        ]
        values["region"] = place.region.map { .text(PrintableText.sanitized($0)) }
        values["country"] = place.country.map { .text(PrintableText.sanitized($0)) }
        values["direction"] = place.bearing.flatMap { CompassText.point($0) }.map(TemplateValue.text)
        return .object(values)
    }
}
