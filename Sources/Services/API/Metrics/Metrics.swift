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
