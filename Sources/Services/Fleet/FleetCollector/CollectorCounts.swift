import FleetProtocol
import Synchronization

/// The counts of a collector since its start; any thread counts.
final class CollectorCounts: Sendable {
    private struct Counts {
        var stored = 0, refused = 0, rejected = 0, unavailable = 0
        var sealedHours = 0, sealedFixes = 0, sentWebhooks = 0, failedWebhooks = 0
    }

    private let counts = Mutex(Counts())

    /// Counts outcomes.
    func record(_ outcomes: [(Upload, UploadOutcome)]) {
        counts.withLock { counts in
            for (_, outcome) in outcomes { Self.add(outcome, to: &counts) }
        }
    }

    /// Counts an upload that was not accepted.
    func recordRefusal() { counts.withLock { $0.unavailable += 1 } }

    /// Counts hours that were sealed, and their fixes.
    func record(sealedHours hours: Int, fixes: Int) {
        counts.withLock { ($0.sealedHours, $0.sealedFixes) = ($0.sealedHours + hours, $0.sealedFixes + fixes) }
    }

    /// Counts a webhook that was delivered, or an attempt that failed.
    func recordWebhook(isDelivered: Bool) {
        counts.withLock { counts in
            if isDelivered { counts.sentWebhooks += 1 } else { counts.failedWebhooks += 1 }
        }
    }

    private static func add(_ outcome: UploadOutcome, to counts: inout Counts) {
        switch outcome {
        case .answer(.stored(let count, let refused)):
            counts.stored += count
            counts.refused += refused.count
        case .answer(.rejected), .answer(.forbidden), .unauthorised: counts.rejected += 1
        case .answer(.unavailable), .unavailable: counts.unavailable += 1
        case .done: break
        }
    }

    /// The counts by their names in JSON.
    var all: [(name: String, value: Int)] {
        let counts = counts.withLock { $0 }
        return [
            ("storedFixes", counts.stored), ("refusedFixes", counts.refused), ("rejectedUploads", counts.rejected),
            ("unavailableUploads", counts.unavailable), ("sealedHours", counts.sealedHours),
            ("sealedFixes", counts.sealedFixes), ("sentWebhooks", counts.sentWebhooks),
            ("failedWebhooks", counts.failedWebhooks),
        ]
    }
}
