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
        guard shown.hasPosition, let coordinate = shown.report.fix?.coordinate else {
            return .object([
                "error": .text(shown.detail ?? shown.wording.headline), "locationLabel": .text(""),
                "accuracyLabel": .text(""),
            ])
        }
        let accuracy = shown.report.fix?.horizontalAccuracy?.radius ?? Self.invalidAccuracy
        let span = MapSpan.original(latitude: coordinate.latitude, accuracy: accuracy)
        return .object([
            "latitude": six(coordinate.latitude), "longitude": six(coordinate.longitude),
            "latitudeSpan": six(span.latitude), "longitudeSpan": six(span.longitude),
            "locationLabel": .text(MapLink.pair(coordinate, separator: ", ")), "accuracyLabel": six(accuracy),
        ])
    }

    private func six(_ value: Double) -> TemplateValue { .text(DecimalText.text(value, decimals: 6)) }
}
