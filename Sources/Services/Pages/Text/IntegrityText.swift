public import Basics
public import Location

/// The judgement of a receiver's positions as English text, without control characters.
public enum IntegrityText {
    /// Returns the lines about a report that is not nominal: what the receiver claims, and since when and why that is
    /// not believed; none for one that is nominal.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - style: the form of positions and lengths.
    ///   - format: formats a time.
    /// - Returns: the lines, without their ends.
    public static func lines(_ report: Report, _ style: DisplayStyle, time format: (Timestamp) -> String) -> [String] {
        [claim(report, style).map { "the receiver claims \($0)" }, judgement(report.integrity, time: format)]
            .compactMap(\.self)
    }

    /// Returns text such as `54.323300, 10.139400 (± 5.5 m), 90 km from the last trusted position`; nil without a
    /// claim.
    public static func claim(_ report: Report, _ style: DisplayStyle) -> String? {
        guard let claim = report.claim, let place = claim.coordinate else { return nil }
        let distance = report.fix?.coordinate.map {
            "\(DistanceText.text($0.distance(to: place), style.units)) from the last trusted position"
        }
        return [PositionText.text(place, accuracy: claim.horizontalAccuracy, style: style), distance]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// Returns text such as `contradicted since 12:03:04: 90 km in 1 s (jump)`; nil for a nominal judgement.
    public static func judgement(_ integrity: Integrity, time format: (Timestamp) -> String) -> String? {
        guard integrity.level != .nominal else { return nil }
        let reasons = integrity.reasons.map { "\($0.detail) (\($0.code.rawValue))" }.joined(separator: "; ")
        let begin = "\(integrity.level.rawValue) since \(format(integrity.since))"
        return PrintableText.sanitized(reasons.isEmpty ? begin : "\(begin): \(reasons)")
    }
}
