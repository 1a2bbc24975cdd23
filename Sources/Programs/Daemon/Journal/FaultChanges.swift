import Basics
import Location

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
