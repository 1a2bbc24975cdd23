import Basics
import FleetStore
import Synchronization

/// The uptime since which a collector can receive from its devices: what it could not receive is no silence.
struct Reception: Hashable {
    /// The time by which a wait may exceed its plan: after more the machine has slept, the process stood still, or the clock
    /// was set, and all reports are older than they seem.
    static let maxDelay = Duration.seconds(30)

    private let hasBroker: Bool
    /// The uptime since which uploads are stored; nil while they are not.
    private var database: Duration?
    /// The uptime since which all messages of the broker come; nil while they do not.
    private var broker: Duration?

    init(hasBroker: Bool) { self.hasBroker = hasBroker }

    /// Records that uploads are stored, or that they are not.
    mutating func setDatabase(_ isOpen: Bool, at now: Duration) { database = isOpen ? database ?? now : nil }

    /// Records that all messages of the broker come, or that they do not.
    mutating func setBroker(_ isOpen: Bool, at now: Duration) { broker = isOpen ? broker ?? now : nil }

    /// Records a wait, and begins again if it was much longer than planned.
    mutating func wake(from start: Moment, to end: Moment, planned: Duration) {
        guard end.wallClock - start.wallClock > planned + Self.maxDelay else { return }
        (database, broker) = (database.map { _ in end.uptime }, broker.map { _ in end.uptime })
    }

    /// Returns the time for which it has received from devices without interruption.
    func duration(at now: Duration) -> SilenceMonitor.Reception {
        let directly = database.map { now - $0 } ?? .zero
        let byBroker = hasBroker ? min(directly, broker.map { now - $0 } ?? .zero) : directly
        return .init(directly: directly, byBroker: byBroker)
    }
}

/// The reception of a collector, which several threads record.
final class SharedReception: Sendable {
    private let reception: Mutex<Reception>

    init(_ reception: Reception) { self.reception = Mutex(reception) }

    /// Reads or changes it.
    func with<Result: Sendable>(_ body: (inout Reception) -> Result) -> Result { reception.withLock { body(&$0) } }
}
