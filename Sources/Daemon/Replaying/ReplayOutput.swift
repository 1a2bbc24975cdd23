import Configuration
import Linux
import Location
import Pages
import Tracking
import Wire

/// The lines of a replay, gathered so that a long one costs few writes.
struct ReplayOutput {
    private static let portion = 65_536

    private let format: ReplayFormat
    private var bytes: [UInt8] = []
    private var failure: SystemError?

    init(format: ReplayFormat) {
        self.format = format
    }

    /// Adds the line of an epoch.
    mutating func add(_ verdict: Verdict, raw: Fix, report: Report) {
        guard failure == nil else { return }
        switch format {
        case .json:
            let reason = verdict.rejection?.name
            bytes += EpochJSON.encode(verdict: verdict.name, reason: reason, raw: raw, report: report)
        case .text:
            bytes += Array(Self.text(verdict, raw, report).utf8)
        case .explain:
            bytes += Array(
                ([Self.text(verdict, raw, report)] + Self.reasons(verdict, report)).joined(separator: "\n    ").utf8)
        }
        bytes.append(0x0A)
        if bytes.count >= Self.portion { flush() }
    }

    /// Writes what is left.
    ///
    /// - Throws: ``SystemError`` of the first write that failed.
    mutating func finish() throws(SystemError) {
        flush()
        if let failure { throw failure }
    }

    private mutating func flush() {
        do throws(SystemError) {
            try StandardStream.output.write(bytes)
        } catch {
            failure = failure ?? error
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Why it was decided so, and what is shown because of it.
    private static func reasons(_ verdict: Verdict, _ report: Report) -> [String] {
        var reasons = [verdict.rejection?.explanation].compactMap { $0 }
        guard let fix = report.fix, let place = fix.coordinate else { return reasons }
        let pair = [place.latitude, place.longitude].map { DecimalText.text($0, decimals: 7) }.joined(separator: ", ")
        let radius = fix.horizontalAccuracy.map { AccuracyText.words($0.radius) } ?? "accuracy unknown"
        let motion = report.motion.map { "\($0.rawValue)" }
        let way = report.odometer.map { "\(DecimalText.text($0, decimals: 1)) m travelled" }
        reasons.append((["shown: \(pair)", radius] + [motion, way].compactMap { $0 }).joined(separator: ", "))
        return reasons
    }

    private static func text(_ verdict: Verdict, _ raw: Fix, _ report: Report) -> String {
        let judged = [verdict.name, verdict.rejection?.name].compactMap { $0 }.joined(separator: " ")
        let position = raw.coordinate.map { "\($0.latitude), \($0.longitude)" } ?? "no position"
        let accuracy = raw.horizontalAccuracy.map { "±\($0.radius) m" } ?? "accuracy unknown"
        let parts = [raw.timestamp?.iso8601 ?? "no time", judged, raw.mode.rawValue, position, accuracy]
        return (parts + [raw.device, report.state.rawValue]).filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
