import Basics
import Location
import Web

/// The content of `GET /metrics`: health without any position.
struct Metrics {
    let report: Report
    let counts: Counts
    let viewers: Int
    /// The resident memory in bytes; nil if the system does not report it.
    let memory: UInt64?
    let version: String

    /// The metrics in the format of Prometheus.
    var text: String {
        var text = MetricsText()
        describe(&text)
        count(&text)
        return text.text
    }

    private func describe(_ text: inout MetricsText) {
        text.gauge("whereismy_build_info", help: "Version of the daemon.", by: "version", values: [(version, 1)])
        text.gauge(
            "whereismy_state", help: "1 for the current state.", by: "state",
            values: TrackingState.allCases.map { ($0.rawValue, $0 == report.state ? 1 : 0) })
        text.gauge(
            "whereismy_integrity", help: "1 for the current level of trust in the receiver.", by: "level",
            values: Integrity.Level.allCases.map { ($0.rawValue, $0 == report.integrity.level ? 1 : 0) })
        text.gauge("whereismy_fix_age_seconds", help: "Age of the last accepted fix.", value: report.age?.inSeconds)
        text.gauge(
            "whereismy_horizontal_accuracy_meters", help: "Radius around the last fix that contains the position.",
            value: report.fix?.horizontalAccuracy?.radius)
        text.gauge(
            "whereismy_satellites_used", help: "Satellites used in the fix.",
            value: report.satellites?.used.map(Double.init))
        text.gauge(
            "whereismy_satellites_visible", help: "Satellites in view.",
            value: report.satellites?.visible.map(Double.init))
        text.gauge(
            "whereismy_receiver_fault", help: "1 if the receiver has a fault.",
            value: report.receiverFault == nil ? 0 : 1)
        text.gauge("whereismy_viewers", help: "Subscribers of the events.", value: Double(viewers))
        text.gauge(
            "process_resident_memory_bytes", help: "Resident memory of the daemon.", value: memory.map { Double($0) })
    }

    private func count(_ text: inout MetricsText) {
        let rejected = counts.rejected.sorted { $0.key < $1.key }.map { reason, count in
            (labels: [("verdict", "rejected"), ("reason", reason)], count)
        }
        let others = [("accepted", counts.accepted), ("duplicate", counts.duplicates)].map { verdict, count in
            (labels: [("verdict", verdict), ("reason", "")], count)
        }
        text.counter("whereismy_verdicts_total", help: "Verdicts on epochs.", values: others + rejected)
        text.counter("whereismy_gpsd_connections_total", help: "Connections made to gpsd.", value: counts.connections)
        text.counter(
            "whereismy_gpsd_unread_lines_total", help: "Lines of gpsd that could not be read.",
            values: counts.unread.sorted { $0.key < $1.key }.map { (labels: [("what", $0.key)], $0.value) })
        text.counter(
            "whereismy_write_errors_total", help: "Failed writes.",
            values: counts.writeErrors.sorted { $0.key < $1.key }.map { (labels: [("what", $0.key)], $0.value) })
    }
}

/// The counters of the daemon since its start.
public struct Counts: Hashable, Sendable {
    /// Accepted epochs.
    public var accepted: UInt64 = 0
    /// Epochs equal to the one before.
    public var duplicates: UInt64 = 0
    /// Rejected epochs by reason, one word each.
    public var rejected: [String: UInt64] = [:]
    /// Connections made to gpsd.
    public var connections: UInt64 = 0
    /// Lines of gpsd that could not be read, by what they are.
    public var unread: [String: UInt64] = [:]
    /// Failed writes by what was written.
    public var writeErrors: [String: UInt64] = [:]

    /// Creates counters of zero.
    public init() {}
}
