import Linux
import Location

/// Tells the journal each change of state in words, without coordinates.
struct StateAnnouncer {
    private var announced: String?

    /// Says what a report says, if its state is news.
    mutating func announce(_ report: Report) {
        let news = [report.state.rawValue, report.detail].compactMap { $0 }.joined(separator: ": ")
        guard news != announced else { return }
        announced = news
        let line = ([news] + Self.quality(of: report)).joined(separator: ", ")
        Log.write(report.state == .noGPSD ? .warning : .notice, line)
    }

    private static func quality(of report: Report) -> [String] {
        guard report.state == .live, let fix = report.fix else { return [] }
        let accuracy = fix.horizontalAccuracy.flatMap { Int(exactly: $0.radius.rounded(.up)) }.map { "±\($0) m" }
        let satellites = report.satellites?.used.map { "\($0) satellites" }
        return ["\(fix.mode.rawValue) fix", accuracy, satellites].compactMap { $0 }
    }
}
