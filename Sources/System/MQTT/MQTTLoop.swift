import Linux
import Synchronization

/// The loop of a client's thread: one poll(2) over the owner's commands and the socket of one connection.
final class MQTTLoop: Sendable {
    private let exchange: MQTTExchange
    /// Locked while it works, not while the thread waits.
    private let work: Mutex<MQTTWork>

    init(_ settings: MQTTSettings, _ exchange: MQTTExchange) {
        self.exchange = exchange
        work = Mutex(MQTTWork(settings, exchange))
    }

    /// Runs until the owner closes the client.
    func run() {
        while turn() {}
        work.withLock { $0.connection = nil }
        exchange.signalEnd()
    }

    /// Publishes on the thread of an unhurried owner, so that the client's own need not wake; returns false if it has to.
    func publish(_ messages: [(key: UInt64, message: MQTTMessage)]) -> Bool {
        work.withLockIfAvailable { $0.publishAtOnce(messages) } ?? false
    }

    /// Reads the acknowledgements that an unhurried owner has not waited for.
    func readAcknowledgements() {
        work.withLockIfAvailable { $0.readAcknowledgements() }
    }

    /// Waits, then reads, obeys and writes; returns false at the end.
    private func turn() -> Bool {
        let isFull = exchange.isFull
        var ready = [false, false]
        if let plan = work.withLock({ $0.plan(isFull: isFull) }) {
            ready = Poll.wait([exchange.orderInterest, plan.interest], timeout: plan.timeout)
        } else {
            ready[0] = Poll.wait(for: exchange.orderInterest)
        }
        let (hasOrders, isReady) = (ready[0], ready[1])
        return work.withLock { $0.turn(hasOrders: hasOrders, isReady: isReady, isFull: isFull) }
    }
}

/// The work of a client; it never waits, except for a name server.
struct MQTTWork {
    private let settings: MQTTSettings
    private let exchange: MQTTExchange
    fileprivate(set) var connection: MQTTConnection?
    /// True if the thread waits for what arrives, unlike for acknowledgements that may wait.
    private var readsSocket = true
    /// Changes after each attempt without a TCP connection: libmosquitto waits for the first address alone, and a name
    /// often has one of IPv6 where IPv6 leads nowhere.
    private var prefersIPv4 = false
    private var isUnhurried = false
    private var isClosed = false

    init(_ settings: MQTTSettings, _ exchange: MQTTExchange) {
        self.settings = settings
        self.exchange = exchange
    }

    /// What to wait for besides orders, and how long; nil while there is no connection.
    mutating func plan(isFull: Bool) -> (interest: Poll.Interest, timeout: Duration)? {
        guard let connection else { return nil }
        readsSocket = !(isUnhurried && connection.mayWait)
        let isPaused = !connection.isConnecting && isFull
        let left = connection.next(isUnhurried: isUnhurried) - SystemClock.uptime
        return (
            connection.interest(isUnhurried: isUnhurried, isPaused: isPaused),
            connection.hasMore && !isPaused ? .zero : max(.zero, left)
        )
    }

    /// Reads, obeys and writes; returns false at the end.
    mutating func turn(hasOrders: Bool, isReady: Bool, isFull: Bool) -> Bool {
        let now = SystemClock.uptime
        if let connection {
            let mayWait = isUnhurried && connection.mayWait
            // What was waited for before the owner has sent a message may wait now.
            let isExpected = isReady && !(mayWait && readsSocket)
            // An answer may have come before its time was over.
            let isDue = connection.isReadingDue(at: now) || connection.hasFailed(at: now)
            let mayRead = isExpected || connection.hasMore || (mayWait && isDue)
            let isPaused = !connection.isConnecting && isFull
            if mayRead, !isPaused { connection.read(isReady: isReady, now: now) }
            connection.checkDeadlines(now: now)
        }
        if hasOrders { obey(exchange.takeOrders(), now: now) }
        connection?.write(now: now)
        report()
        return !isClosed || connection?.isLeaving == true
    }

    /// Publishes for an unhurried owner, unless earlier orders or bytes wait; returns false then.
    func publishAtOnce(_ messages: [(key: UInt64, message: MQTTMessage)]) -> Bool {
        guard isUnhurried, !exchange.hasWaitingOrders, let connection, connection.hasRoom else { return false }
        let events = attended(connection) { $0.publish(messages, now: $1) }
        // Rejected by the library.
        if !events.isEmpty { exchange.signalEvents() }
        // Otherwise the thread wakes for their acknowledgements.
        if readsSocket, connection.mayWait { exchange.wake() }
        return true
    }

    /// Reads for an unhurried owner, which takes the events then, what the thread does not wait for.
    func readAcknowledgements() {
        guard isUnhurried, let connection, connection.mayWait || !readsSocket, !exchange.isFull else { return }
        _ = attended(connection) { $0.read(isReady: false, now: $1) }
    }

    /// Works on the owner's thread, whose crash is then one of this connection; the client's thread does the rest.
    private func attended(_ connection: MQTTConnection, _ body: (MQTTConnection, Duration) -> Void) -> [MQTTEvent] {
        settings.crashNote?.watchThread()
        body(connection, SystemClock.uptime)
        CrashNote(path: "").watchThread()
        let events = connection.takeEvents()
        exchange.post(events)
        if connection.end != nil || connection.hasMore || connection.wantsWrite { exchange.wake() }
        return events
    }

    private mutating func obey(_ orders: MQTTExchange.Orders, now: Duration) {
        isUnhurried = orders.isUnhurried
        isClosed = orders.isClosed
        for command in orders.commands { perform(command, now: now) }
    }

    private mutating func perform(_ command: MQTTCommand, now: Duration) {
        switch command {
        case .connect(let will): connect(will: will, now: now)
        case .publish(let messages): connection?.publish(messages, now: now)
        case .subscribe(let topic): connection?.subscribe(topic, now: now)
        case .unsubscribe(let topic): connection?.unsubscribe(topic, now: now)
        case .disconnect(let publishesWill): connection?.disconnect(publishesWill: publishesWill, now: now)
        }
    }

    private mutating func connect(will: MQTTMessage?, now: Duration) {
        report()
        guard connection == nil else { return }
        var settings = settings
        settings.will = will ?? settings.will
        do throws(MQTTError) {
            connection = try MQTTConnection(settings, prefersIPv4: prefersIPv4, now: now)
        } catch {
            prefersIPv4.toggle()
            exchange.post([.disconnected(reason: error.description)])
            exchange.signalEvents()
        }
    }

    /// Hands the events to the owner, and removes a connection that has ended.
    private mutating func report() {
        guard let connection else { return }
        let events = connection.takeEvents() + (connection.end.map { [$0] } ?? [])
        exchange.post(events)
        // An unhurried owner is woken by the last acknowledgement that is due, or when the delay is over.
        let isQuiet = isUnhurried && connection.mayWait && events.allSatisfy(\.mayWait)
        if !events.isEmpty, !isQuiet { exchange.signalEvents() }
        guard connection.end != nil else { return }
        if !connection.isEstablished { prefersIPv4.toggle() }
        self.connection = nil
    }
}
