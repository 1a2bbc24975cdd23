import Basics
import Location
import Pages

/// A report in one line of a terminal; two are the same when they say the same but for time and age.
struct DemoLine: Hashable {
    private let received: Timestamp?
    private let isLive: Bool
    private let state: [String]
    private let position: [String]
    private let satellites: String?

    init(_ report: Report) {
        received = report.received
        isLive = report.state == .live
        state = [report.state.rawValue, report.detail].compactMap { $0 }
        position = report.fix.map(Self.position) ?? []
        satellites = report.satellites?.used.map { "\($0) satellites" }
    }

    /// The line as it is to be read at a moment; `age` is that of the position, nil where it is not known.
    func text(at now: Timestamp, age: Duration?) -> String {
        var parts = [now.iso8601] + state
        // What is not current is not read as if it were.
        if !isLive, !position.isEmpty { parts.append("last known \(age.map(AgeText.text) ?? "at an unknown time"):") }
        parts += position + [satellites].compactMap { $0 }
        return PrintableText.sanitized(parts.joined(separator: "  "))
    }

    private static func position(_ fix: Fix) -> [String] {
        guard let place = fix.coordinate else { return [] }
        let pair = [place.latitude, place.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(separator: ", ")
        let accuracy = fix.horizontalAccuracy.map { AccuracyText.text($0.radius) }
        return [pair, accuracy ?? "accuracy unknown", "\(fix.mode.rawValue) fix"]
    }
}
