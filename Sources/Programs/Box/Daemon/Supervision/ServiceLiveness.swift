import Linux
import Synchronization

/// The progress of the API's threads, which a reload replaces; called from any thread.
final class ServiceLiveness: Sendable {
    private let pulses = Mutex<[ThreadPulse]>([])

    /// Watches these threads from now on, and no others.
    func watch(_ pulses: [ThreadPulse]) {
        self.pulses.withLock { $0 = pulses }
    }

    /// Returns true if each thread has made a turn since the last call, and asks each for another.
    func check() -> Bool {
        // All are asked, also behind one that did not answer.
        pulses.withLock { $0.map { $0.check() } }.allSatisfy(\.self)
    }
}
