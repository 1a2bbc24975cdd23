import Basics
import Location
import Synchronization
import Tracking

/// The log of verdicts, kept by the thread that tracks and read by the one that answers.
///
/// The lock is held for as long as it takes to keep one verdict or to take hold of all: whoever reads them works on a
/// snapshot, which the next verdict does not change.
final class SharedVerdicts: Sendable {
    private let log = Mutex(VerdictLog())

    /// Keeps a verdict.
    func record(
        _ verdict: Verdict, raw: Fix, correction: Correction? = nil, reinstated: Int = 0,
        at moment: Moment
    ) {
        log.withLock { $0.record(verdict, raw: raw, correction: correction, reinstating: reinstated, at: moment) }
    }

    /// What was refused of late, and when that changes though no epoch comes; nil where next to nothing was.
    func summary(at uptime: Duration) -> (summary: RejectionSummary, until: Duration?)? {
        log.withLock { log in log.summary(at: uptime).map { ($0, log.nextChange) } }
    }

    /// All that is known now.
    var snapshot: VerdictLog { log.withLock { $0 } }
}
