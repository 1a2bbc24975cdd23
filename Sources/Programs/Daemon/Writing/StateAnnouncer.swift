import Basics
import Location
import Systemd

/// Tells the journal what ``StateChanges`` and ``FaultChanges`` find worth a line.
struct StateAnnouncer {
    private var states = StateChanges()
    private let showsPositions: SharedFlag
    private var faults = FaultChanges()

    /// `showsPositions` is whether whoever reads the journal may know where.
    init(showsPositions: SharedFlag = SharedFlag(false)) {
        self.showsPositions = showsPositions
    }

    /// Says what a report says, if its state or a fault of the receiver is news.
    mutating func announce(_ report: Report, at uptime: Duration) {
        if let line = faults.line(for: report) { Log.write(.warning, line, event: .receiverFault(report.receiverFault)) }
        states.showsPositions = showsPositions.isSet
        guard let line = states.line(for: report, at: uptime) else { return }
        Log.write(report.state == .noGPSD ? .warning : .notice, line, event: .state(report.state))
    }
}
