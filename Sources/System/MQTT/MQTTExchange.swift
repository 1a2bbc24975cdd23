import Linux
import Synchronization

/// An order of the owner to the client's thread.
enum MQTTCommand: Sendable {
    case connect(will: MQTTMessage?)
    case publish([(key: UInt64, message: MQTTMessage)])
    case subscribe(String)
    case unsubscribe(String)
    case disconnect(publishesWill: Bool)
}

/// The state that a client's owner and its thread share.
final class MQTTExchange: Sendable {
    /// The orders of a turn.
    struct Orders {
        var commands: [MQTTCommand] = []
        var isUnhurried = false
        var isClosed = false
    }

    private struct State {
        var orders = Orders()
        var events: [MQTTEvent] = []
        /// The size in bytes of the received messages among them.
        var waitingSize = 0
    }

    private let maxWaitingSize: Int
    private let state = Mutex(State())
    private let hasOrders: WakeSignal
    private let hasEvents: WakeSignal
    private let hasEnded: WakeSignal

    init(maxWaitingSize: Int) throws(SystemError) {
        self.maxWaitingSize = maxWaitingSize
        hasOrders = try WakeSignal()
        hasEvents = try WakeSignal()
        hasEnded = try WakeSignal()
    }

    // MARK: the owner's side

    var eventDescriptor: Int32 { hasEvents.number }
    var eventInterest: Poll.Interest { hasEvents.interest }

    var isUnhurried: Bool {
        get { state.withLock { $0.orders.isUnhurried } }
        set {
            state.withLock { $0.orders.isUnhurried = newValue }
            hasOrders.signal()
        }
    }

    func order(_ command: MQTTCommand) {
        state.withLock { $0.orders.commands.append(command) }
        hasOrders.signal()
    }

    func takeEvents() -> [MQTTEvent] {
        // In this order: an event that is posted in between leaves a signal for nothing, never an event without one.
        hasEvents.clear()
        let (events, wasFull) = state.withLock { state in
            defer {
                state.events = []
                state.waitingSize = 0
            }
            return (state.events, state.waitingSize >= maxWaitingSize)
        }
        // The thread has stopped reading.
        if wasFull { hasOrders.signal() }
        return events
    }

    func close() {
        state.withLock { $0.orders.isClosed = true }
        hasOrders.signal()
    }

    /// Returns true if the thread has ended, within the timeout.
    func waitForEnd(_ timeout: Duration) -> Bool {
        Poll.wait(for: hasEnded.interest, timeout: timeout)
    }

    /// True while orders wait for the thread, which come before what the owner does itself.
    var hasWaitingOrders: Bool { state.withLock { !$0.orders.commands.isEmpty || $0.orders.isClosed } }

    /// Wakes the thread without an order.
    func wake() { hasOrders.signal() }

    // MARK: the thread's side

    var orderInterest: Poll.Interest { hasOrders.interest }

    /// Returns the new commands and the current flags.
    func takeOrders() -> Orders {
        hasOrders.clear()
        return state.withLock { state in
            defer { state.orders.commands = [] }
            return state.orders
        }
    }

    /// Stores events for the owner, without waking it.
    func post(_ events: [MQTTEvent]) {
        guard !events.isEmpty else { return }
        let size = events.reduce(0) { $0 + $1.size }
        state.withLock { state in
            state.events += events
            state.waitingSize += size
        }
    }

    /// True while enough messages wait for the owner that the thread must not read more of them.
    var isFull: Bool { state.withLock { $0.waitingSize >= maxWaitingSize } }

    /// Wakes the owner.
    func signalEvents() {
        hasEvents.signal()
    }

    func signalEnd() {
        hasEnded.signal()
    }
}

extension MQTTEvent {
    /// The size of a received message in bytes; 0 for other events.
    fileprivate var size: Int {
        if case .received(let message) = self { message.size } else { 0 }
    }

    /// True for an acknowledgement, which an unhurried owner does not wait for.
    var mayWait: Bool {
        if case .acknowledged = self { true } else { false }
    }
}
