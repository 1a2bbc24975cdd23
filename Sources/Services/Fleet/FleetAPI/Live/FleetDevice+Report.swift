import Basics
import FleetProtocol
import FleetStore
import Location

extension FleetDevice {
    /// Returns the newest position as the report of a receiver.
    func report(at now: Timestamp) -> Report {
        guard let point else { return Report(state: .noFix, since: received ?? Timestamp(milliseconds: 0)) }
        var report = Report(
            state: state == .live ? .live : .stale, since: point.timestamp,
            sequence: UInt64(max(0, point.timestamp.milliseconds)))
        if state == .silent { report.detail = "the device is silent" }
        report.fix = point.fix
        if let receiver = status?.receiver { report.fix?.device = receiver }
        report.received = received
        report.age = max(.zero, now - point.timestamp)
        report.motion = point.motion
        return report
    }
}
