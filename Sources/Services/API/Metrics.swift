import Basics
import Location

/// What `GET /metrics` tells: how it goes, and nothing of where it is.
struct Metrics {
    /// What is known now.
    let report: Report
    /// What has been counted.
    let counts: Counts
    /// Who follows the events.
    let viewers: Int
    /// Bytes of memory that the daemon holds; nil where the system does not say.
    let memory: UInt64?
    /// The program's version.
    let version: String

    /// The text for Prometheus.
    var text: String {
        var text = MetricsText()
        describe(&text)
        count(&text)
        return text.text
    }

    private func describe(_ text: inout MetricsText) {
        text.gauge("whereismy_build_info", help: "The version that runs.", by: "version", values: [(version, 1)])
        text.gauge(
            "whereismy_state", help: "1 for the state that holds now.", by: "state",
            values: TrackingState.allCases.map { ($0.rawValue, $0 == report.state ? 1 : 0) })
        text.gauge("whereismy_fix_age_seconds", help: "How old the last accepted fix is.", value: report.age?.inSeconds)
        text.gauge(
            "whereismy_horizontal_accuracy_meters", help: "The radius in which the last fix is.",
            value: report.fix?.horizontalAccuracy?.radius)
        text.gauge(
            "whereismy_satellites_used", help: "Satellites that take part in the fix.",
            value: report.satellites?.used.map(Double.init))
        text.gauge(
            "whereismy_satellites_visible", help: "Satellites in view.", value: report.satellites?.visible.map(Double.init))
        text.gauge(
            "whereismy_receiver_fault", help: "1 where something is wrong with the receiver.",
            value: report.receiverFault == nil ? 0 : 1)
        text.gauge("whereismy_viewers", help: "Clients that follow the events.", value: Double(viewers))
        text.gauge("process_resident_memory_bytes", help: "Memory that the daemon holds.", value: memory.map { Double($0) })
    }

    private func count(_ text: inout MetricsText) {
        let rejected = counts.rejected.sorted { $0.key < $1.key }.map { reason, count in
            (labels: [("verdict", "rejected"), ("reason", reason)], count)
        }
        let others = [("accepted", counts.accepted), ("duplicate", counts.duplicates)].map { verdict, count in
            (labels: [("verdict", verdict), ("reason", "")], count)
        }
        text.counter("whereismy_verdicts_total", help: "What was decided about epochs.", values: others + rejected)
        text.counter("whereismy_gpsd_connections_total", help: "Connections to gpsd that were made.", value: counts.connections)
        text.counter(
            "whereismy_write_errors_total", help: "Writes that failed.",
            values: counts.writeErrors.sorted { $0.key < $1.key }.map { (labels: [("what", $0.key)], $0.value) })
    }
}

/// What the daemon has counted since it started.
public struct Counts: Hashable, Sendable {
    /// Epochs that were accepted.
    public var accepted: UInt64 = 0
    /// Epochs that said what the one before had said.
    public var duplicates: UInt64 = 0
    /// Epochs that were rejected, by the reason in one word.
    public var rejected: [String: UInt64] = [:]
    /// Connections to gpsd that were made.
    public var connections: UInt64 = 0
    /// Writes that failed, by what could not be written.
    public var writeErrors: [String: UInt64] = [:]

    /// Nothing has been counted yet.
    public init() {}
}

/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    /// What `Content-Type` says of it.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The whole text so far.
    private(set) var text = ""

    /// What is measured once; without a value there is no line at all, as with everything that is not known.
    mutating func gauge(_ name: String, help: String, value: Double?) {
        guard let value, value.isFinite else { return }
        begin(name, type: "gauge", help: help)
        text += "\(name) \(Self.number(value))\n"
    }

    /// What is measured for each of several labels.
    mutating func gauge(_ name: String, help: String, by label: String, values: [(String, Double)]) {
        begin(name, type: "gauge", help: help)
        for (value, number) in values { text += "\(name){\(Self.label(label, value))} \(Self.number(number))\n" }
    }

    /// What has been counted.
    mutating func counter(_ name: String, help: String, value: UInt64) {
        begin(name, type: "counter", help: help)
        text += "\(name) \(value)\n"
    }

    /// What has been counted for each of several sets of labels.
    mutating func counter(_ name: String, help: String, values: [(labels: [(String, String)], UInt64)]) {
        begin(name, type: "counter", help: help)
        for (labels, number) in values {
            text += "\(name){\(labels.map(Self.label).joined(separator: ","))} \(number)\n"
        }
    }

    private mutating func begin(_ name: String, type: String, help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private static func label(_ name: String, _ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return "\(name)=\"\(escaped)\""
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
