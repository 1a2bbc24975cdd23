import Languages
import Location

/// The template values of a fix; unknown values are absent.
struct FixValues {
    let fix: Fix
    let coordinate: Coordinate
    let table: LanguageTable

    var value: TemplateValue {
        var values: [String: TemplateValue] = [
            "latitude": amount(coordinate.latitude, 6), "longitude": amount(coordinate.longitude, 6),
            "location": .text(MapLink.pair(coordinate, separator: ", ")),
            "mode": .text(fix.mode.rawValue), "device": .text(fix.device),
        ]
        values["accuracy"] = fix.horizontalAccuracy.map(accuracy)
        values["altitude"] = finite(fix.altitude, 1)
        values["ellipsoidalAltitude"] = finite(fix.ellipsoidalAltitude, 1)
        values["verticalAccuracy"] = fix.verticalAccuracy.flatMap(verticalAccuracy)
        values["speed"] = fix.speed.flatMap(speed)
        values["speedAccuracy"] = finite(fix.speedAccuracy, 1)
        values["course"] = fix.course.flatMap(course)
        values["courseAccuracy"] = finite(fix.courseAccuracy, 1)
        values["climb"] = finite(fix.climb, 1)
        values["dimensions"] = dimensions.map(TemplateValue.text)
        values["corrections"] = corrections.map(TemplateValue.text)
        values["time"] = fix.timestamp.map { MomentValues($0, in: table).value }
        return .object(values)
    }

    /// Returns a number with fixed decimals, and unrounded as `raw`.
    private func amount(_ value: Double, _ decimals: Int) -> TemplateValue {
        .object(["text": .text(text(value, decimals: decimals)), "raw": .number(value)])
    }

    private func text(_ value: Double, decimals: Int) -> String {
        table.number(FixedDecimalText.text(value, decimals: decimals))
    }

    private func finite(_ value: Double?, _ decimals: Int) -> TemplateValue? {
        value.flatMap { $0.isFinite ? amount($0, decimals) : nil }
    }

    private func accuracy(_ accuracy: HorizontalAccuracy) -> TemplateValue {
        .object([
            "text": .text(table.number(AccuracyText.metres(accuracy.radius))),
            "raw": .number(accuracy.radius), "origin": .text(table.text(Self.key(of: accuracy.origin))),
        ])
    }

    private func verticalAccuracy(_ metres: Double) -> TemplateValue? {
        let text = table.number(AccuracyText.metres(metres))
        return text.isEmpty ? nil : .object(["text": .text(text), "raw": .number(metres)])
    }

    private func speed(_ speed: Double) -> TemplateValue? {
        guard speed.isFinite else { return nil }
        return .object([
            "text": .text(text(speed, decimals: 1)), "raw": .number(speed),
            "kilometresPerHour": .text(text(speed * 3.6, decimals: 1)),
        ])
    }

    private func course(_ course: Double) -> TemplateValue? {
        CompassText.point(course).map { point in
            let name = table.text("static.\(point)")
            return .object([
                "text": .text(CompassText.degrees(course)), "raw": .number(course), "point": .text(name),
                "fromNorth": .text(table.text("static.from-true-north", ["point": name])),
            ])
        }
    }
}

extension FixValues {
    private static func key(of origin: HorizontalAccuracy.Origin) -> String {
        switch origin {
        case .receiver: "static.origin-receiver"
        case .axes: "static.origin-axes"
        case .estimate: "static.origin-estimate"
        case .dilution: "static.origin-dilution"
        }
    }

    private var dimensions: String? {
        switch fix.mode {
        case .twoDimensional: table.text("static.two-dimensional")
        case .threeDimensional: table.text("static.three-dimensional")
        case .unknown, .none: nil
        }
    }

    private var corrections: String? {
        let key: String? =
            switch fix.differential {
            case .none: nil
            case .dgps: "static.corrections-dgps"
            case .rtkFixed: "static.corrections-rtk-fixed"
            case .rtkFloat: "static.corrections-rtk-float"
            case .deadReckoning: "static.corrections-dead-reckoning"
            case .gnssDeadReckoning: "static.corrections-gnss-dead-reckoning"
            case .surveyed: "static.corrections-surveyed"
            case .simulated: "static.corrections-simulated"
            case .precise: "static.corrections-precise"
            }
        return key.map { table.text($0) }
    }
}
