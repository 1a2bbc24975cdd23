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
    func note(
        _ verdict: Verdict, _ raw: Fix, _ correction: Correction? = nil, reinstating reinstated: Int = 0,
        at moment: Moment
    ) {
        log.withLock { $0.note(verdict, raw, correction, reinstating: reinstated, at: moment) }
    }

    /// What was refused of late, and when that changes though no epoch comes; nil where next to nothing was.
    func summary(at uptime: Duration) -> (summary: RejectionSummary, until: Duration?)? {
        log.withLock { log in log.summary(at: uptime).map { ($0, log.nextStep) } }
    }

    /// All that is known now.
    var snapshot: VerdictLog { log.withLock { $0 } }
}
