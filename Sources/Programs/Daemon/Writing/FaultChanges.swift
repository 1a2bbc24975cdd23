import Basics
import Location

/// What is worth a line in the journal about receivers: each fault once, with its cure.
struct FaultChanges {
    /// A sender of made-up names of devices must not fill the memory, nor the journal.
    private static let maxDevices = 32

    private var reported: Set<String> = []

    /// The line to say about a report; nil where it has no fault, or one that was told.
    mutating func line(for report: Report) -> String? {
        guard let fault = report.receiverFault, reported.count < Self.maxDevices, reported.insert(fault.device).inserted
        else { return nil }
        return PrintableText.sanitized("\(fault.device): \(fault.explanation); what helps: \(fault.remedy)")
    }
}
