import Basics
import Location
import Systemd

/// Logs the lines of ``StateChanges`` and ``FaultChanges``.
struct StateAnnouncer {
    private var states = StateChanges()
    private let showsPositions: SharedFlag
    private var faults = FaultChanges()

    /// - Parameter showsPositions: whether lines contain coordinates.
    init(showsPositions: SharedFlag = SharedFlag(false)) {
        self.showsPositions = showsPositions
    }

    /// Logs a changed state or a new receiver fault.
    mutating func announce(_ report: Report, at uptime: Duration) {
        if let line = faults.line(for: report) {
            Log.write(.warning, line, event: .receiverFault(report.receiverFault))
        }
        states.showsPositions = showsPositions.isSet
        guard let line = states.line(for: report, at: uptime) else { return }
        Log.write(report.state == .noGPSD ? .warning : .notice, line, event: .state(report.state))
    }
}
