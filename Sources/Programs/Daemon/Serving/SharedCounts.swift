import API
import Synchronization
import Tracking

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
