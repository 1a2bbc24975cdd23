import Basics
import Location
import Synchronization
import Systemd

/// Logs the lines of ``StateChanges`` and ``FaultChanges``.
struct StateAnnouncer {
    private var states = StateChanges()
    private let showsPositions: SharedFlag
    private var faults = FaultChanges()

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
        let isWarning = report.state == .noGPSD || report.state == .contradicted
        Log.write(isWarning ? .warning : .notice, line, event: .state(report.state))
    }
}

/// The journal lines about receiver faults: each fault once, with its cure.
struct FaultChanges {
    /// The maximum number of devices, against invented device names that would fill the memory and the journal.
    private static let maxDevices = 32

    private var reported: Set<String> = []

    /// The line about a report; nil if it has no fault or a known one.
    mutating func line(for report: Report) -> String? {
        guard let fault = report.receiverFault, reported.count < Self.maxDevices, reported.insert(fault.device).inserted
        else { return nil }
        return PrintableText.sanitized("\(fault.device): \(fault.explanation); fix: \(fault.remedy)")
    }
}

/// A flag that one thread sets and another reads.
final class SharedFlag: Sendable {
    private let value: Atomic<Bool>

    init(_ value: Bool) {
        self.value = Atomic(value)
    }

    var isSet: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
