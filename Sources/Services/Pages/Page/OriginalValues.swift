import Basics
import Location

/// What WhereIsMyMac put into its page and its two labels, to the digit.
struct OriginalValues {
    /// The accuracy Core Location gives for one that is not valid.
    private static let invalidAccuracy = -1.0

    private let shown: ShownReport

    init(_ shown: ShownReport) {
        self.shown = shown
    }

    /// The four values of the page in their order and both labels, or the error with both labels empty.
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

    /// The original had no age and would have shown an old position as the current one.
    private var error: String {
        guard shown.hasPosition, let location = shown.location else { return shown.detail ?? shown.stateText.headline }
        return "\(shown.stateText.headline), \(shown.ageText): \(location)"
    }

    private func six(_ value: Double) -> TemplateValue { .text(sixDecimals(value)) }

    /// As the original's `%f`, which signs a zero too.
    private func sixDecimals(_ value: Double) -> String { FixedDecimalText.text(value, decimals: 6, signsZero: true) }
}

/// How much of the earth a map shows: degrees from its bottom to its top and from its left to its right.
struct MapSpan: Hashable, Sendable {
    /// Degrees of latitude.
    let latitude: Double
    /// Degrees of longitude.
    let longitude: Double

    /// The span WhereIsMyMac gave its map, to the digit.
    ///
    /// Its longitude is multiplied by the cosine of the latitude where it had to be divided, and an accuracy below 0
    /// gives spans below 0. This is for the template that mirrors it; ``MapBounds`` is right.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north.
    ///   - accuracy: Metres.
    /// - Returns: The two values of its URL.
    static func original(latitude: Double, accuracy: Double) -> MapSpan {
        let range = accuracy * Earth.latitudePerMetre * 2
        return MapSpan(latitude: range, longitude: range * Earth.cosine(ofDegrees: latitude))
    }
}
