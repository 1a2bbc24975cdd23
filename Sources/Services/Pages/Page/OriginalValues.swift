import Location

/// The values of WhereIsMyMac's page and its two labels, to the digit.
struct OriginalValues {
    /// Core Location's value for an invalid accuracy.
    private static let invalidAccuracy = -1.0

    let shown: ShownReport

    /// The four values of the page and both labels, or the error with empty labels.
    var value: TemplateValue {
        guard shown.state == .live, let coordinate = shown.report.fix?.coordinate else {
            return .object(["error": .text(error), "locationLabel": .text(""), "accuracyLabel": .text("")])
        }
        let accuracy = shown.report.fix?.horizontalAccuracy?.radius ?? Self.invalidAccuracy
        let span = MapSpan.original(latitude: coordinate.latitude, accuracy: accuracy)
        return .object([
            "latitude": six(coordinate.latitude), "longitude": six(coordinate.longitude),
            "latitudeSpan": six(span.latitude), "longitudeSpan": six(span.longitude),
            "locationLabel": .text("\(sixDecimals(coordinate.latitude)), \(sixDecimals(coordinate.longitude))"),
            "accuracyLabel": six(accuracy),
        ])
    }

    /// The original has no age and would show an old position as the current one.
    private var error: String {
        let text = ShownText(shown, in: .english)
        guard shown.hasPosition, let location = shown.location else { return text.detail ?? text.headline }
        return "\(text.headline), \(text.age): \(location)"
    }

    private func six(_ value: Double) -> TemplateValue { .text(sixDecimals(value)) }

    /// Formats as the original's `%f`, which also signs a zero.
    private func sixDecimals(_ value: Double) -> String { FixedDecimalText.text(value, decimals: 6, signsZero: true) }
}

/// The height and width of a map in degrees.
struct MapSpan: Hashable, Sendable {
    /// Degrees of latitude.
    let latitude: Double
    /// Degrees of longitude.
    let longitude: Double

    /// Returns the span of WhereIsMyMac's map, to the digit.
    ///
    /// The longitude is multiplied by the cosine of the latitude where it should be divided, and a negative accuracy
    /// gives negative spans. This is for the template that mirrors it; ``MapBounds`` is correct.
    ///
    /// - Parameters:
    ///   - latitude: degrees north.
    ///   - accuracy: metres.
    /// - Returns: the two values of its URL.
    static func original(latitude: Double, accuracy: Double) -> MapSpan {
        let range = accuracy * Earth.latitudePerMetre * 2
        return MapSpan(latitude: range, longitude: range * Earth.cosine(ofDegrees: latitude))
    }
}
