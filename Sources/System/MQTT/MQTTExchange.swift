import Linux
import Synchronization

/// An order of the owner to the client's thread.
enum MQTTCommand: Sendable {
    case connect(will: MQTTMessage?)
    case publish([(key: UInt64, message: MQTTMessage)])
    case subscribe(String)
    case disconnect(publishesWill: Bool)
}

/// The state that a client's owner and its thread share.
final class MQTTExchange: Sendable {
    /// The maximum number of received messages that wait for the owner; a newer one replaces the oldest.
    static let maxReceived = 64

    /// The orders of a turn.
    struct Orders {
        var commands: [MQTTCommand] = []
        var isUnhurried = false
        var isClosed = false
    }

    fileprivate struct State {
        var orders = Orders()
        var events: [MQTTEvent] = []
        var receivedCount = 0
    }

    private let state = Mutex(State())
    private let hasOrders: EventFD
    private let hasEvents: EventFD
    private let hasEnded: OneShotEvent

    init() throws(SystemError) {
        hasOrders = try EventFD()
        hasEvents = try EventFD()
        hasEnded = try OneShotEvent()
    }

    // MARK: the owner's side

    var eventDescriptor: Int32 { hasEvents.descriptor.number }
    var eventInterest: Poll.Interest { .readable(hasEvents.descriptor) }

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
        return state.withLock { state in
            defer {
                state.events = []
                state.receivedCount = 0
            }
            return state.events
        }
    }

    func close() {
        state.withLock { $0.orders.isClosed = true }
        hasOrders.signal()
    }

    /// Returns true if the thread has ended, within the timeout.
    func waitForEnd(_ timeout: Duration) -> Bool {
        Poll.wait(for: hasEnded.interest, timeout: timeout)
    }

    // MARK: the thread's side

    var orderInterest: Poll.Interest { .readable(hasOrders.descriptor) }

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
        state.withLock { state in
            for event in events { state.append(event) }
        }
    }

    /// Wakes the owner.
    func signalEvents() {
        hasEvents.signal()
    }

    func signalEnd() {
        hasEnded.signal()
    }
}

extension MQTTExchange.State {
    fileprivate mutating func append(_ event: MQTTEvent) {
        if event.isReceived {
            if receivedCount == MQTTExchange.maxReceived, let oldest = events.firstIndex(where: \.isReceived) {
                events.remove(at: oldest)
            } else {
                receivedCount += 1
            }
        }
        events.append(event)
    }
}

extension MQTTEvent {
    fileprivate var isReceived: Bool {
        if case .received = self { true } else { false }
    }

    /// True for an acknowledgement, which an unhurried owner does not wait for.
    var mayWait: Bool {
        if case .acknowledged = self { true } else { false }
    }
}
