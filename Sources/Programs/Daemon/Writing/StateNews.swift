import Basics
import Location
import Pages

/// What is worth a line in the journal: each change of state, and not each flicker of a receiver that cannot decide.
struct StateNews {
    /// A few changes in a row are what starting, stopping and a bridge over the road make.
    private static let burst = 6.0
    /// The pause after which one more line is granted once the burst is used up.
    private static let pause: Duration = .seconds(60)

    private var announced: String?
    /// What was so last, said or not.
    private var seen: String?
    private var granted = Self.burst
    private var lastGrant: Duration = .zero
    private var unsaid = 0
    /// Whether a line says where.
    var showsPositions = false

    /// The line to say about a report; nil when it is no news, or too much of it.
    mutating func line(for report: Report, at uptime: Duration) -> String? {
        let news = report.stateInWords
        let isChange = news != seen
        seen = news
        // What was too much when it came is said once there is room, so that the last word is right.
        guard news != announced else {
            if isChange { unsaid += 1 }
            return nil
        }
        granted = min(Self.burst, granted + (uptime - lastGrant) / Self.pause)
        lastGrant = uptime
        guard granted >= 1 else {
            if isChange { unsaid += 1 }
            return nil
        }
        granted -= 1
        announced = news
        if !isChange { unsaid -= 1 }
        defer { unsaid = 0 }
        let omitted = unsaid == 0 ? [] : ["after \(unsaid) \(unsaid == 1 ? "change" : "changes") unsaid"]
        return PrintableText.text((report.words + place(of: report) + omitted).joined(separator: ", "))
    }

    private func place(of report: Report) -> [String] {
        guard showsPositions, report.state == .live, let place = report.fix?.coordinate else { return [] }
        let (latitude, longitude) = (place.latitude, place.longitude)
        return ["at \(DecimalText.text(latitude, decimals: 6)), \(DecimalText.text(longitude, decimals: 6))"]
    }
}
