import Location
import Synchronization
import Tracking

/// The log of verdicts, kept by the thread that tracks and read by the one that answers.
///
/// The lock is held for as long as it takes to keep one verdict or to take hold of all: whoever reads them works on a
/// snapshot, which the next verdict does not change.
final class SharedVerdicts: Sendable {
    private let log = Mutex(VerdictLog())

    /// Keeps what was decided about an epoch, and which ones before it count as right by that.
    func note(_ decision: Decision, _ raw: Fix, at moment: Moment) {
        guard let verdict = decision.verdict else { return }
        let reinstated = decision.reinstated.count
        log.withLock { log in
            log.note(verdict, raw, at: moment)
            if reinstated > 0 { log.reinstate(reinstated, of: raw.device) }
        }
    }

    /// What was refused of late, and when that changes though no epoch comes; nil where next to nothing was.
    func summary(at uptime: Duration) -> (summary: RejectionSummary, until: Duration?)? {
        log.withLock { log in log.summary(at: uptime).map { ($0, log.nextStep) } }
    }

    /// All that is known now.
    var snapshot: VerdictLog { log.withLock { $0 } }
}
