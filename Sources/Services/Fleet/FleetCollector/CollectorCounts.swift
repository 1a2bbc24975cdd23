import FleetProtocol
import Synchronization

/// The counts of a collector since its start; any thread counts.
final class CollectorCounts: Sendable {
    private struct Counts {
        var stored = 0, refused = 0, rejected = 0, unavailable = 0
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
            ("unavailableUploads", counts.unavailable),
        ]
    }
}
