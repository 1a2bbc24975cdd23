import Location
import Pages

/// A report in one line of a terminal.
enum ShowcaseLine {
    static func text(_ report: Report) -> String {
        var parts = [report.received?.iso8601, report.state.rawValue, report.detail]
        if let fix = report.fix, let place = fix.coordinate {
            let latitude = DecimalText.text(place.latitude, decimals: 6)
            let longitude = DecimalText.text(place.longitude, decimals: 6)
            let accuracy = fix.horizontalAccuracy.map { AccuracyText.words($0.radius) }
            parts += ["\(latitude), \(longitude)", accuracy ?? "accuracy unknown", "\(fix.mode.rawValue) fix"]
        }
        parts.append(report.satellites?.used.map { "\($0) satellites" })
        return PrintableText.text(parts.compactMap { $0 }.joined(separator: "  "))
    }
}
