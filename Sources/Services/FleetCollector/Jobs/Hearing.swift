import Basics
import FleetStore
import Synchronization

/// Since when a collector can hear its devices: what it could not hear is no silence.
struct Hearing: Hashable {
    /// By how much a wait may exceed its plan: after more the machine has slept, the process stood still, or the clock
    /// was set, and all reports are older than they seem.
    static let maxDelay = Duration.seconds(30)

    private let hasBroker: Bool
    /// The uptime since which uploads are stored; nil while they are not.
    private var database: Duration?
    /// The uptime since which all messages of the broker come; nil while they do not.
    private var broker: Duration?

    /// - Parameter hasBroker: True if devices may use a broker.
    init(hasBroker: Bool) { self.hasBroker = hasBroker }

    /// Takes note of whether uploads are stored.
    mutating func setDatabase(_ isOpen: Bool, at now: Duration) { database = isOpen ? database ?? now : nil }

    /// Takes note of whether all messages of the broker come.
    mutating func setBroker(_ isOpen: Bool, at now: Duration) { broker = isOpen ? broker ?? now : nil }

    /// Takes note of a wait, and begins anew if it was much longer than planned.
    mutating func wake(from start: Moment, to end: Moment, planned: Duration) {
        guard end.wallClock - start.wallClock > planned + Self.maxDelay else { return }
        (database, broker) = (database.map { _ in end.uptime }, broker.map { _ in end.uptime })
    }

    /// Returns for how long it has heard devices without interruption.
    func heard(at now: Duration) -> SilenceMonitor.Heard {
        let directly = database.map { now - $0 } ?? .zero
        let byBroker = hasBroker ? min(directly, broker.map { now - $0 } ?? .zero) : directly
        return .init(directly: directly, byBroker: byBroker)
    }
}

/// The hearing of a collector, which several threads take note of.
final class SharedHearing: Sendable {
    private let hearing: Mutex<Hearing>

    init(_ hearing: Hearing) { self.hearing = Mutex(hearing) }

    /// Reads or changes it.
    func with<Result: Sendable>(_ body: (inout Hearing) -> Result) -> Result { hearing.withLock { body(&$0) } }
}
