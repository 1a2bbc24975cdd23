import Synchronization

/// What has to be there before the daemon says that it is ready, noted by whichever thread has brought it about.
final class Readiness: Sendable {
    /// What others count on.
    enum Step: CaseIterable {
        /// The history is open, or has said why it is not.
        case history
        /// Whoever connects is heard.
        case sockets
        /// There is a page.
        case page
    }

    private let missing = Mutex(Set(Step.allCases))
    private let ready: @Sendable () -> Void

    /// `ready` is called once, by the thread that notes the last step.
    init(ready: @escaping @Sendable () -> Void) {
        self.ready = ready
    }

    /// Whether all is there.
    var isComplete: Bool { missing.withLock { $0.isEmpty } }

    /// Something is there, now or already before.
    func complete(_ step: Step) {
        let isLast = missing.withLock { missing in missing.remove(step) != nil && missing.isEmpty }
        if isLast { ready() }
    }
}
