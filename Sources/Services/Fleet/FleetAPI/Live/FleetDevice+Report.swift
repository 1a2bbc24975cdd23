import Basics
import FleetProtocol
import FleetStore
import Location

extension FleetDevice {
    /// Returns the newest position as the report of a receiver.
    func report(at now: Timestamp) -> Report {
        let newest = max(point?.timestamp ?? .unknown, claim?.time ?? .unknown)
        guard let point else { return contradicted(Report(state: .noFix, since: received ?? .unknown)) }
        var report = contradicted(
            Report(
                state: state == .live ? .live : .stale, since: point.timestamp,
                sequence: UInt64(max(0, newest.milliseconds))))
        if state == .silent { report.detail = "the device is silent" }
        report.fix = point.fix
        if let receiver = status?.receiver { report.fix?.device = receiver }
        report.received = received
        report.age = max(.zero, now - point.timestamp)
        report.motion = point.motion
        return report
    }

    /// Returns a report with what the receiver claims, if that cannot be true; unchanged otherwise.
    private func contradicted(_ report: Report) -> Report {
        guard let claim else { return report }
        var report = report
        if state == .contradicted { report.state = .contradicted }
        report.integrity.level = .contradicted
        report.claim = Fix(device: "", mode: .unknown)
        report.claim?.timestamp = claim.time
        report.claim?.coordinate = claim.coordinate
        return report
    }
}

extension Timestamp {
    fileprivate static let unknown = Timestamp(milliseconds: 0)
}
