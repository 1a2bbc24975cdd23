import API
import Basics
import Location
import Synchronization
import Tracking

/// The outputs of the tracker; none of them ever blocks it.
struct TrackerOutputs: Sendable {
    /// The reports for the writer thread.
    let reports: ReportMailbox
    let verdicts: SharedVerdicts
    var counts = SharedCounts()
    /// The live feed of the API; nil without a server.
    var feed: LiveFeed?
    /// The history; nil if none is recorded.
    var history: HistoryOutput?
    /// The updates for the places thread; nil without one.
    var placeUpdates: PlaceUpdateMailbox?
    /// The commands of that thread and the API to the tracker; nil without them.
    var placeCommands: PlaceCommandMailbox?
}

/// The log of verdicts: the reader thread writes it, the API reads it.
///
/// The lock protects one append or one copy; readers work on a snapshot.
final class SharedVerdicts: Sendable {
    private let log = Mutex(VerdictLog())

    func record(
        _ verdict: Verdict, raw: Fix, treatment: Treatment? = nil, correction: Correction? = nil, reinstated: Int = 0,
        at moment: Moment
    ) {
        log.withLock {
            $0.record(
                verdict, raw: raw, treatment: treatment, correction: correction, reinstating: reinstated, at: moment)
        }
    }

    /// The recent rejections and the uptime at which the summary changes without an epoch; nil if there are too few.
    func summary(at uptime: Duration) -> (summary: RejectionSummary, until: Duration?)? {
        log.withLock { log in log.summary(at: uptime).map { ($0, log.nextChange) } }
    }

    var snapshot: VerdictLog { log.withLock { $0 } }
}

/// The counters of the daemon's threads, for monitoring.
final class SharedCounts: Sendable {
    private let counts = Mutex(Counts())

    var snapshot: Counts { counts.withLock { $0 } }

    func record(_ verdict: Verdict) {
        counts.withLock { counts in
            switch verdict {
            case .accepted: counts.accepted += 1
            case .duplicate: counts.duplicates += 1
            case .rejected(let rejection): counts.rejected[rejection.name, default: 0] += 1
            }
        }
    }

    func recordConnection() {
        counts.withLock { $0.connections += 1 }
    }

    /// Counts a line of gpsd that could not be read; beyond ``maxUnread`` names, all others have one.
    func recordUnread(_ name: String) {
        counts.withLock { counts in
            let isNew = counts.unread[name] == nil
            counts.unread[isNew && counts.unread.count >= Self.maxUnread ? "other lines" : name, default: 0] += 1
        }
    }

    /// The maximum number of names: a broken server may make up any number.
    private static let maxUnread = 16

    func recordWriteError(of what: String) {
        counts.withLock { $0.writeErrors[what, default: 0] += 1 }
    }

    /// The number of failed writes of the report and the page.
    var fileErrors: UInt64 {
        counts.withLock { counts in
            ["fix.json", "index.html"].reduce(0) { $0 + (counts.writeErrors[$1] ?? 0) }
        }
    }
}
