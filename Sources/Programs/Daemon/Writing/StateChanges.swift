import Basics
import Location
import Pages

/// What is worth a line in the journal: each change of state, and not each flicker of a receiver that cannot decide.
struct StateChanges {
    /// A few changes in a row are what starting, stopping and a bridge over the road make.
    private static let burst = 6.0
    /// The pause after which one more line is granted once the burst is used up.
    private static let refillInterval: Duration = .seconds(60)

    private var announced: String?
    /// What was so last, said or not.
    private var seen: String?
    private var allowance = Self.burst
    private var refilledAt: Duration = .zero
    private var omitted = 0
    /// Whether a line says where.
    var showsPositions = false

    /// The line to say about a report; nil when it is no news, or too much of it.
    mutating func line(for report: Report, at uptime: Duration) -> String? {
        let news = report.stateText
        let isChange = news != seen
        seen = news
        // What was too much when it came is said once there is room, so that the last word is right.
        guard news != announced else {
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
        announced = news
        if !isChange { omitted -= 1 }
        defer { omitted = 0 }
        let omitted = omitted == 0 ? [] : ["after \(omitted) \(omitted == 1 ? "change" : "changes") unsaid"]
        return PrintableText.sanitized((report.summaryParts + place(of: report) + omitted).joined(separator: ", "))
    }

    private func place(of report: Report) -> [String] {
        guard showsPositions, report.state == .live, let place = report.fix?.coordinate else { return [] }
        let (latitude, longitude) = (place.latitude, place.longitude)
        return ["at \(FixedDecimalText.text(latitude, decimals: 6)), \(FixedDecimalText.text(longitude, decimals: 6))"]
    }
}
