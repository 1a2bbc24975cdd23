import Basics
import Linux
import Synchronization

/// The credential of a long response, which is checked again on a connection of its own while the response goes on.
final class CredentialLease: Sendable {
    private struct Finding {
        var due: Duration
        var isValid = true
        var failures = 0
    }

    /// The checks that may fail in a row: the response may go on where no further connection is possible.
    private static let maxFailures = 3

    private let credential: StreamCredential
    private let visibility: Visibility
    private let services: Services
    private let clock: @Sendable () -> Moment
    private let finding: Mutex<Finding>

    /// Begins with what the holder may see now.
    init(
        _ credential: StreamCredential, _ visibility: Visibility, services: Services,
        clock: @escaping @Sendable () -> Moment = { SystemClock.now() }
    ) {
        (self.credential, self.visibility, self.services, self.clock) = (credential, visibility, services, clock)
        finding = Mutex(Finding(due: clock().uptime + DeviceFeedLoop.checkInterval))
    }

    /// True until the credential is revoked or expires, or its holder sees something else.
    var isValid: Bool {
        finding.withLock { finding in
            let now = clock()
            guard finding.isValid, now.uptime >= finding.due else { return finding.isValid }
            finding.due = now.uptime + DeviceFeedLoop.checkInterval
            do {
                let connection = try services.connect(DatabaseSession.maxLongStatement)
                let current = try services.authorizer.visibility(of: credential, at: now.wallClock, connection)
                (finding.isValid, finding.failures) = (current == visibility, 0)
            } catch {
                finding.failures += 1
                finding.isValid = finding.failures < Self.maxFailures
            }
            return finding.isValid
        }
    }
}
