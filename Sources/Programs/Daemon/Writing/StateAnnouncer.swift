import Basics
import Location
import Systemd

/// Tells the journal what ``StateNews`` and ``FaultNews`` find worth a line.
struct StateAnnouncer {
    private var news = StateNews()
    private let showsPositions: SharedFlag
    private var faults = FaultNews()

    /// `showsPositions` is whether whoever reads the journal may know where.
    init(showsPositions: SharedFlag = SharedFlag(false)) {
        self.showsPositions = showsPositions
    }

    /// Says what a report says, if its state or a fault of the receiver is news.
    mutating func announce(_ report: Report, at uptime: Duration) {
        if let line = faults.line(for: report) { Log.write(.warning, line, .receiverFault(report.receiverFault)) }
        news.showsPositions = showsPositions.isSet
        guard let line = news.line(for: report, at: uptime) else { return }
        Log.write(report.state == .noGPSD ? .warning : .notice, line, .state(report.state))
    }
}
