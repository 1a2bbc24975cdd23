import Basics
import Location
import Pages

/// The journal lines about changes of state, limited for a receiver that flickers.
struct StateChanges {
    /// The changes allowed in a row, such as at the start, at the end or under a bridge.
    private static let burst = 6.0
    /// The interval after which one more line is allowed.
    private static let refillInterval: Duration = .seconds(60)

    private var announced: String?
    /// The last state, logged or not.
    private var seen: String?
    private var allowance = Self.burst
    private var refilledAt: Duration = .zero
    private var omitted = 0
    /// True if lines contain coordinates.
    var showsPositions = false

    /// The line about a report; nil if the state is unchanged or the limit is reached.
    mutating func line(for report: Report, at uptime: Duration) -> String? {
        let current = report.stateText
        let isChange = current != seen
        seen = current
        // A change over the limit is logged once there is room, so that the last line is right.
        guard current != announced else {
            if isChange { omitted += 1 }
            return nil
        }
        allowance = min(Self.burst, allowance + (uptime - refilledAt) / Self.refillInterval)
        refilledAt = uptime
        guard allowance >= 1 else {
            if isChange { omitted += 1 }
            return nil
        }
        allowance -= 1
        announced = current
        if !isChange { omitted -= 1 }
        defer { omitted = 0 }
        let suffix = omitted == 0 ? [] : ["after \(omitted) unlogged \(omitted == 1 ? "change" : "changes")"]
        return PrintableText.sanitized((report.summaryParts + place(of: report) + suffix).joined(separator: ", "))
    }

    private func place(of report: Report) -> [String] {
        guard showsPositions, report.state == .live, let place = report.fix?.coordinate else { return [] }
        let (latitude, longitude) = (place.latitude, place.longitude)
        return ["at \(FixedDecimalText.text(latitude, decimals: 6)), \(FixedDecimalText.text(longitude, decimals: 6))"]
    }
}

extension Report {
    /// The report as text without coordinates: `live`, `3D fix`, `±5 m`, `8 satellites`.
    var summaryParts: [String] { [stateText] + qualityParts }

    /// The state and its reason: `no-gpsd: connection refused`.
    var stateText: String { [state.rawValue, detail].compactMap { $0 }.joined(separator: ": ") }

    /// The quality of a current position; empty for an old one.
    var qualityParts: [String] {
        guard state == .live, let fix else { return [] }
        let accuracy = fix.horizontalAccuracy.flatMap { Int(exactly: $0.radius.rounded(.up)) }.map { "±\($0) m" }
        return ["\(fix.mode.rawValue.uppercased()) fix", accuracy, satellites?.used.map { "\($0) satellites" }]
            .compactMap { $0 }
    }
}
