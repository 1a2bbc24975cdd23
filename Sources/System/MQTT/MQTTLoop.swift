import Linux

/// The work of a client's thread: one poll(2) loop over the owner's commands and the socket of one connection.
final class MQTTLoop {
    private let settings: MQTTSettings
    private let exchange: MQTTExchange
    private var connection: MQTTConnection?
    /// Changes after each attempt without a TCP connection: libmosquitto waits for the first address alone, and a name
    /// often has one of IPv6 where IPv6 leads nowhere.
    private var prefersIPv4 = false
    private var isUnhurried = false
    private var isClosed = false

    init(_ settings: MQTTSettings, _ exchange: MQTTExchange) {
        self.settings = settings
        self.exchange = exchange
    }

    /// Runs until the owner closes the client.
    func run() {
        while turn() {}
        connection = nil
        exchange.signalEnd()
    }

    /// Waits, then reads, obeys and writes; returns false at the end.
    private func turn() -> Bool {
        let isPaused = connection?.isConnecting == false && exchange.isFull
        let (hasOrders, isReady) = wait(isPaused: isPaused)
        let now = SystemClock.uptime
        if let connection {
            // What was not waited for is read now.
            let mayRead = isReady || connection.hasMore || (isUnhurried && connection.mayWait)
            if mayRead, !isPaused { connection.read(isReady: isReady, now: now) }
            connection.checkDeadlines(now: now)
        }
        if hasOrders { obey(exchange.takeOrders(), now: now) }
        connection?.write(now: now)
        report()
        return !isClosed || connection?.isLeaving == true
    }

    private func wait(isPaused: Bool) -> (hasOrders: Bool, isReady: Bool) {
        guard let connection else {
            return (Poll.wait(for: exchange.orderInterest), false)
        }
        let left = connection.next(isUnhurried: isUnhurried) - SystemClock.uptime
        let interest = connection.interest(isUnhurried: isUnhurried, isPaused: isPaused)
        let timeout = connection.hasMore && !isPaused ? .zero : max(.zero, left)
        let ready = Poll.wait([exchange.orderInterest, interest], timeout: timeout)
        return (ready[0], ready[1])
    }

    private func obey(_ orders: MQTTExchange.Orders, now: Duration) {
        isUnhurried = orders.isUnhurried
        isClosed = orders.isClosed
        for command in orders.commands { perform(command, now: now) }
    }

    private func perform(_ command: MQTTCommand, now: Duration) {
        switch command {
        case .connect(let will): connect(will: will, now: now)
        case .publish(let messages): connection?.publish(messages, now: now)
        case .subscribe(let topic): connection?.subscribe(topic, now: now)
        case .unsubscribe(let topic): connection?.unsubscribe(topic, now: now)
        case .disconnect(let publishesWill): connection?.disconnect(publishesWill: publishesWill, now: now)
        }
    }

    private func connect(will: MQTTMessage?, now: Duration) {
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
    private func report() {
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
