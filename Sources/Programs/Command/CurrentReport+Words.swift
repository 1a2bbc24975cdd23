import APIClient
import Basics
import Configuration
import Location
import Pages

extension CurrentReport {
    /// What is said where no daemon runs.

    /// The state and the age in a line for people, such as `live, 3 s ago`.
    public var summary: String {
        guard fix != nil else {
            guard daemonRuns else { return "\(DaemonError.noDaemon), and no position is known" }
            return "no position is known yet: \(reason)"
        }
        guard code != .success else { return "live\(age.map { ", " + $0 } ?? "")" }
        return "\(daemonRuns ? reason : DaemonError.noDaemon); last known position\(age.map { ", " + $0 } ?? "")"
    }

    private var age: String? { report?.age.map(AgeText.text) }

    private var reason: String {
        guard let report else { return "the daemon is starting" }
        // The file may come from anywhere, and this goes to a terminal.
        return report.state.description + (report.detail.map { " (\(PrintableText.sanitized($0)))" } ?? "")
    }
}

extension TrackingState {
    fileprivate var description: String {
        switch self {
        case .starting: "the daemon is starting"
        case .noGPSD: "gpsd cannot be reached"
        case .noReceiver: "gpsd has no receiver"
        case .noFix: "the receiver has no position now"
        case .live: "live"
        case .stale: "stale"
        }
    }
}
