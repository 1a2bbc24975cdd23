import Basics
import Location

/// The template values of a fix; unknown values are absent.
struct FixValues {
    private let fix: Fix
    private let coordinate: Coordinate

    init(_ fix: Fix, at coordinate: Coordinate) {
        self.fix = fix
        self.coordinate = coordinate
    }

    var value: TemplateValue {
        var values: [String: TemplateValue] = [
            "latitude": Self.amount(coordinate.latitude, 6), "longitude": Self.amount(coordinate.longitude, 6),
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
        values["time"] = fix.timestamp.map(PageValues.moment)
        return .object(values)
    }

    /// Returns a number with fixed decimals, and unrounded as `raw`.
    private static func amount(_ value: Double, _ decimals: Int) -> TemplateValue {
        .object(["text": .text(FixedDecimalText.text(value, decimals: decimals)), "raw": .number(value)])
    }

    private func finite(_ value: Double?, _ decimals: Int) -> TemplateValue? {
        value.flatMap { $0.isFinite ? Self.amount($0, decimals) : nil }
    }

    private func accuracy(_ accuracy: HorizontalAccuracy) -> TemplateValue {
        .object([
            "text": .text(AccuracyText.metres(accuracy.radius)),
            "raw": .number(accuracy.radius), "origin": .text(Self.originText(accuracy.origin)),
        ])
    }

    private func verticalAccuracy(_ metres: Double) -> TemplateValue? {
        let text = AccuracyText.metres(metres)
        return text.isEmpty ? nil : .object(["text": .text(text), "raw": .number(metres)])
    }

    private func speed(_ speed: Double) -> TemplateValue? {
        guard speed.isFinite else { return nil }
        return .object([
            "text": .text(FixedDecimalText.text(speed, decimals: 1)), "raw": .number(speed),
            "kilometresPerHour": .text(FixedDecimalText.text(speed * 3.6, decimals: 1)),
        ])
    }

    private func course(_ course: Double) -> TemplateValue? {
        CompassText.point(course).map { point in
            .object(["text": .text(CompassText.degrees(course)), "raw": .number(course), "point": .text(point)])
        }
    }
}

extension FixValues {
    private static func originText(_ origin: HorizontalAccuracy.Origin) -> String {
        switch origin {
        case .receiver: "the receiver’s estimate"
        case .axes: "the receiver’s estimate, from its errors east and north"
        case .estimate: "95 % radius, estimated from all fixes"
        case .dilution: "estimated from satellite geometry"
        }
    }

    private var dimensions: String? {
        switch fix.mode {
        case .twoDimensional: "2D, without altitude"
        case .threeDimensional: "3D"
        case .unknown, .none: nil
        }
    }

    private var corrections: String? {
        switch fix.differential {
        case .none: nil
        case .dgps: "from a reference station or SBAS (DGPS)"
        case .rtkFixed: "carrier phase, fixed (RTK)"
        case .rtkFloat: "carrier phase, not yet fixed (RTK float)"
        case .deadReckoning: "sensors only, no satellites"
        case .gnssDeadReckoning: "satellites and sensors"
        case .surveyed: "surveyed or entered by hand"
        case .simulated: "none: this receiver is simulated"
        case .precise: "the encrypted military code"
        }
    }
}
