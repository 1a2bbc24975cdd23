import API
import Basics
import Location
import Linux
import Synchronization
import Tracking

/// Where the tracker hands on what it finds out; none of them ever makes it wait.
struct TrackerOutputs: Sendable {
    /// To the files.
    let reports: ReportMailbox
    /// What was decided.
    let verdicts: SharedVerdicts
    /// What is counted.
    var counts = SharedCounts()
    /// To those who follow; nil where nobody can.
    var feed: LiveFeed?
    /// To the history; nil where there is none.
    var history: HistoryOutput?
    /// To the thread that keeps and tells what is new about places; nil where there is none.
    var placeUpdates: PlaceUpdateMailbox?
    /// What that thread and others say about places; nil where nobody does.
    var placeCommands: PlaceCommandMailbox?
}

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

/// What the threads of the daemon count, for monitoring.
final class SharedCounts: Sendable {
    private let counts = Mutex(Counts())

    /// What has been counted so far.
    var snapshot: Counts { counts.withLock { $0 } }

    /// An epoch has been decided about.
    func record(_ verdict: Verdict) {
        counts.withLock { counts in
            switch verdict {
            case .accepted: counts.accepted += 1
            case .duplicate: counts.duplicates += 1
            case .rejected(let rejection): counts.rejected[rejection.name, default: 0] += 1
            }
        }
    }

    /// A connection to gpsd stands.
    func recordConnection() {
        counts.withLock { $0.connections += 1 }
    }

    /// Something could not be written.
    func recordWriteError(of what: String) {
        counts.withLock { $0.writeErrors[what, default: 0] += 1 }
    }
}
