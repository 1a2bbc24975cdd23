import APIClient
import Basics
import CommandLine
import Location
import Pages

/// Formats a report in rows of a name and a text; omits unknown values.
struct StatusRows {
    private let current: CurrentReport
    private let now: Timestamp
    private let inView: [StatusDocument.Satellite]
    private let anchor: String?
    private let style: DisplayStyle
    private let localTime: (Timestamp) -> String

    init(
        _ current: CurrentReport, now: Timestamp, satellites: [StatusDocument.Satellite], anchor: String?,
        style: DisplayStyle, localTime: @escaping (Timestamp) -> String
    ) {
        self.style = style
        self.localTime = localTime
        self.current = current
        self.now = now
        inView = satellites
        self.anchor = anchor
    }

    /// The rows, the state first.
    var rows: [(name: String, text: String)] {
        let first: [(name: String, text: String?)] = [
            ("state", state), ("position", position), ("claim", claim), ("integrity", integrity), ("place", place),
            ("anchor", anchor),
            ("receiver", receiver), ("satellites", satellites),
        ]
        let bars = SatelliteRows(inView).rows.map { (name: "", text: Optional($0)) }
        let rest: [(name: String, text: String?)] = [
            ("motion", isCurrent ? current.report?.motion.flatMap(MotionText.text) : nil),
            ("odometer", current.report?.odometer.map { DistanceText.text($0, style.units) }), ("rejected", rejected),
            ("fault", current.report?.receiverFault?.explanation), ("cure", cure),
        ]
        return (first + bars + rest).compactMap { row in row.text.map { (row.name, $0) } }
    }

    private var state: String {
        guard current.daemonRuns else { return DaemonError.noDaemon }
        guard let report = current.report else { return current.summary }
        let detail = report.state == .contradicted ? "" : report.detail.map { " (\($0))" } ?? ""
        return
            "\(report.state.rawValue)\(detail), since \(localTime(report.since)), \(AgeText.text(now - report.since))"
    }

    private var position: String {
        guard let fix = current.fix, let place = fix.coordinate else { return "not known" }
        return dated(PositionText.text(place, accuracy: fix.horizontalAccuracy, style: style))
    }

    private var place: String? { current.report.flatMap { PlaceText.text($0, style.units) }.map(dated) }

    private var claim: String? { current.report.flatMap { IntegrityText.claim($0, style) } }

    private var integrity: String? {
        current.report.flatMap { IntegrityText.judgement($0.integrity, time: localTime) }
    }

    private var isCurrent: Bool { current.code == .success }

    private var isContradicted: Bool { current.report?.state == .contradicted }

    private var cure: String? {
        current.report?.receiverFault?.remedy ?? (isCurrent ? nil : "whereismy doctor finds the cause")
    }

    /// Appends the age to a text about the position.
    private func dated(_ text: String) -> String {
        let last = isCurrent ? [] : [isContradicted ? "last trusted" : "last known"]
        return (last + [text, current.report?.age.map { AgeText.text($0) } ?? "age unknown"]).joined(separator: ", ")
    }

    private var receiver: String? {
        guard let fix = current.fix else { return nil }
        let source = fix.source == .ecef ? "from the Earth-centred position" : nil
        let last = isCurrent ? nil : "last known"
        return [last, fix.device, "\(fix.mode.rawValue) fix", source].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    private var satellites: String? {
        guard let sky = current.report?.satellites else { return nil }
        let counts = [sky.used.map { "\($0) used" }, sky.visible.map { "\($0) in view" }]
        let dilution = sky.hdop.map { "hdop \(FixedDecimalText.text($0, decimals: 1))" }
        let text = (counts + [dilution]).compactMap { $0 }
        // A receiver without a fix still reports what it sees.
        let isCurrent = isCurrent || current.daemonRuns && current.report?.state == .noFix
        return text.isEmpty ? nil : ((isCurrent ? [] : ["last known"]) + text).joined(separator: ", ")
    }

    private var rejected: String? {
        guard let rejections = current.report?.rejections else { return nil }
        let counts = "\(rejections.count) of \(rejections.epochs) positions within \(AgeText.span(rejections.window))"
        return "\(counts), most often: \(rejections.explanation)"
    }
}

/// Formats the daemon's status in rows; omits unknown values.
struct DaemonRows {
    let document: StatusDocument
    let localTime: (String) -> String

    var rows: [(name: String, text: String)] {
        let rows: [(name: String, text: String?)] = [
            ("daemon", daemon), ("gpsd", document.gpsd?.address), ("unread", unread), ("history", history),
        ]
        let listeners = (document.listeners ?? []).map { (name: "listener", text: text($0)) }
        return rows.compactMap { row in row.text.map { (row.name, $0) } } + listeners
    }

    private var daemon: String? {
        guard let daemon = document.daemon else { return nil }
        let uptime = daemon.uptime.flatMap { (0...1e10).contains($0) ? "up \(AgeText.span(.seconds($0)))" : nil }
        let parts = [
            daemon.version.map { "whereismyd \($0)" }, daemon.pid.map { "process \($0)" }, uptime,
            daemon.memory.map(SizeText.text),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private var unread: String? {
        guard let unread = document.gpsd?.unread, !unread.isEmpty else { return nil }
        let kinds = unread.prefix(Self.maxUnread).map { "\($0.what) (\($0.count))" }.joined(separator: ", ")
        return "lines of gpsd that cannot be read: \(kinds)"
    }

    private static let maxUnread = 4

    private var history: String? {
        guard let history = document.history else { return nil }
        let span = history.first.map { first in
            "\(localTime(first)) to \(history.last.map(localTime) ?? "now")"
        }
        let parts = [history.file, history.fixes.map { "\($0) fixes" }, history.bytes.map(SizeText.text), span]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private func text(_ listener: StatusDocument.Listener) -> String {
        let access =
            switch listener.access {
            case "group": "for the group"
            case "token": "by token or signed in"
            case "open": "open to all"
            default: listener.access
            }
        return "\(listener.address), \(access)" + (listener.passed == true ? ", passed by systemd" : "")
    }
}

/// Formats satellites in view in rows, each with a bar for its signal strength.
struct SatelliteRows {
    /// The signal in dBHz of a full bar; rarely exceeded under an open sky.
    private static let fullBarSignal = 50.0
    private static let width = 10
    private static let maxRows = 64

    /// The rows, used satellites first, then by signal strength.
    let rows: [String]

    init(_ satellites: [StatusDocument.Satellite]) {
        let sorted = satellites.sorted { left, right in
            if left.used != right.used { return left.used }
            return (left.signal ?? -1, right.number) > (right.signal ?? -1, left.number)
        }
        rows = sorted.prefix(Self.maxRows).map(Self.row)
    }

    private static func row(_ satellite: StatusDocument.Satellite) -> String {
        let name = "\(satellite.constellation) \(satellite.number)"
        let signal = satellite.signal.map { "\(FixedDecimalText.text($0, decimals: 0)) dB" } ?? "silent"
        let height = satellite.elevation.map { "el \(FixedDecimalText.text($0, decimals: 0))°" }
        let direction = satellite.azimuth.map { "az \(FixedDecimalText.text($0, decimals: 0))°" }
        let parts = [satellite.used ? "used" : "not used", height, direction].compactMap { $0 }.joined(separator: ", ")
        return "\(padded(name, 12))\(bar(satellite.signal ?? 0)) \(padded(signal, 7))\(parts)"
    }

    private static func bar(_ signal: Double) -> String {
        let share = min(max(signal / fullBarSignal, 0), 1)
        let full = Int((share * Double(width)).rounded())
        return String(repeating: "\u{2588}", count: full) + String(repeating: "\u{00B7}", count: width - full)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
