import APIClient
import Basics
import Configuration
import Location
import Pages

/// An answer in rows, a name and words each; what is not known has none.
struct StatusRows {
    private let current: CurrentReport
    private let now: Timestamp
    private let inView: [StatusDocument.Satellite]
    private let anchor: String?

    init(_ answer: CurrentReport, now: Timestamp, satellites: [StatusDocument.Satellite] = [], anchor: String? = nil) {
        self.current = answer
        self.now = now
        inView = satellites
        self.anchor = anchor
    }

    /// The rows, the state first.
    var rows: [(name: String, words: String)] {
        let first: [(name: String, words: String?)] = [
            ("state", state), ("position", position), ("place", place), ("anchor", anchor),
            ("receiver", receiver), ("satellites", satellites),
        ]
        let bars = SatelliteRows(inView).rows.map { (name: "", words: Optional($0)) }
        let rest: [(name: String, words: String?)] = [
            ("motion", current.report?.motion.flatMap(MotionText.text)),
            ("odometer", current.report?.odometer.map(DistanceText.text)), ("rejected", rejected),
            ("fault", current.report?.receiverFault?.explanation), ("cure", current.report?.receiverFault?.remedy),
        ]
        return (first + bars + rest).compactMap { row in row.words.map { (row.name, $0) } }
    }

    private var state: String {
        guard current.daemonRuns else { return DaemonError.noDaemon }
        guard let report = current.report else { return current.summary }
        let detail = report.detail.map { " (\($0))" } ?? ""
        return "\(report.state.rawValue)\(detail), since \(report.since.iso8601), \(AgeText.text(now - report.since))"
    }

    private var position: String {
        guard let fix = current.fix, let place = fix.coordinate else { return "none is known" }
        return dated(PositionText.text(place, accuracy: fix.horizontalAccuracy))
    }

    private var place: String? { current.report.flatMap(PlaceText.text).map(dated) }

    /// What is known of the position, with its age.
    private func dated(_ words: String) -> String {
        let last = current.code == .success ? [] : ["last known"]
        return (last + [words, current.report?.age.map(AgeText.text) ?? "age unknown"]).joined(separator: ", ")
    }

    private var receiver: String? {
        guard let fix = current.fix else { return nil }
        let source = fix.source == .ecef ? "from the Earth-centred position" : nil
        return [fix.device, "\(fix.mode.rawValue) fix", source].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    private var satellites: String? {
        guard let sky = current.report?.satellites else { return nil }
        let counts = [sky.used.map { "\($0) used" }, sky.visible.map { "\($0) in view" }]
        let dilution = sky.hdop.map { "hdop \(FixedDecimalText.text($0, decimals: 1))" }
        let words = (counts + [dilution]).compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private var rejected: String? {
        guard let rejections = current.report?.rejections else { return nil }
        let counts = "\(rejections.count) of \(rejections.epochs) positions within \(AgeText.span(rejections.window))"
        return "\(counts), most often: \(rejections.explanation)"
    }
}
