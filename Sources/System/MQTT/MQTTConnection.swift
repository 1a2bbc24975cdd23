import Linux

/// A connection to the broker, from the attempt to its end: its handle, its clock, and the keys of its messages.
final class MQTTConnection {
    /// The number of bytes of messages with QoS 0 that may wait for a broker that does not read.
    private static let maxUnsentSize = 4_194_304

    private let settings: MQTTSettings
    private let handle: MQTTHandle
    private var deadlines: MQTTDeadlines
    /// The keys of messages without an acknowledgement, by the identifier of their packet.
    private var keys: [Int32: UInt64] = [:]
    private var filters: [Int32: String] = [:]
    /// True once TCP is connected.
    private(set) var isEstablished = false
    /// True if packets may wait that the socket does not announce.
    private(set) var hasMore = false
    private var unsentSize = 0
    private var events: [MQTTEvent] = []
    /// The last event; nil while the connection lasts.
    private(set) var end: MQTTEvent?

    /// Starts an attempt; resolving the name may block.
    ///
    /// - Parameters:
    ///   - settings: The broker.
    ///   - prefersIPv4: True tries other addresses than those of IPv4 only if they fail at once.
    ///   - now: The uptime.
    /// - Throws: ``MQTTError`` if the attempt failed at once.
    init(_ settings: MQTTSettings, prefersIPv4: Bool, now: Duration) throws(MQTTError) {
        self.settings = settings
        deadlines = MQTTDeadlines(settings, now: now)
        let preferred = prefersIPv4 ? try? Self.started(settings, onlyIPv4: true) : nil
        if let preferred { handle = preferred } else { handle = try Self.started(settings, onlyIPv4: false) }
    }

    private static func started(_ settings: MQTTSettings, onlyIPv4: Bool) throws(MQTTError) -> MQTTHandle {
        let handle = try MQTTHandle(settings)
        do throws(MQTTError) {
            try handle.connect(onlyIPv4: onlyIPv4)
        } catch {
            throw error.isClosed ? .closed(by: settings, isConnecting: true) : error
        }
        return handle
    }

    /// Returns the events since the last call.
    func takeEvents() -> [MQTTEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// True once DISCONNECT was sent.
    var isLeaving: Bool { deadlines.isLeaving }

    /// True if acknowledgements are due, which an unhurried owner reads later.
    var mayWait: Bool { deadlines.mayWait }

    /// True if an unhurried owner should have read its acknowledgements by now.
    func isReadingDue(at now: Duration) -> Bool { deadlines.isReadingDue(at: now) }

    /// True if the connection counts as lost unless something arrives.
    func hasFailed(at now: Duration) -> Bool { deadlines.failure(at: now) != nil }

    /// True if a message can be sent now: the broker has accepted the connection, and nothing waits for room.
    var hasRoom: Bool {
        end == nil && isEstablished && !deadlines.isConnecting && !deadlines.isLeaving && !handle.wantsWrite
    }

    /// True if bytes wait for room in the socket.
    var wantsWrite: Bool { handle.wantsWrite }

    /// The next moment to attend to the connection.
    func next(isUnhurried: Bool) -> Duration { deadlines.next(isUnhurried: isUnhurried) }

    /// True until the broker has accepted the connection.
    var isConnecting: Bool { deadlines.isConnecting }

    /// Returns the interest in the socket; a paused one is not read.
    func interest(isUnhurried: Bool, isPaused: Bool) -> Poll.Interest {
        // During the TLS handshake libmosquitto 2.0.11 wants to write although there is room.
        let isHandshake = deadlines.isConnecting && settings.tls != nil
        let writes = !isEstablished || (handle.wantsWrite && !isHandshake)
        // poll(2) would report the end of a connection again and again.
        let number = isPaused && !writes ? -1 : handle.socket
        let reads = isEstablished && !isPaused && !(isUnhurried && deadlines.mayWait)
        return .descriptor(number, reads: reads, writes: writes)
    }

    /// Reads from the socket, which poll(2) has found ready, or which an unhurried owner has not waited for.
    func read(isReady: Bool, now: Duration) {
        hasMore = false
        attempt { () throws(MQTTError) in
            if !isEstablished {
                guard isReady else { return }
                if let error = handle.connectionError { throw error }
                isEstablished = true
            }
            let packets = handle.inbox.packetCount
            hasMore = try handle.read()
            if handle.inbox.packetCount != packets { deadlines.recordInput(now) }
        }
        digest(now)
        if end == nil, !keys.isEmpty { MQTTSocket.acknowledgeAtOnce(handle.socket) }
        finishIfClosed()
    }

    /// Publishes messages; ignored unless the broker has accepted the connection.
    func publish(_ messages: [(key: UInt64, message: MQTTMessage)], now: Duration) {
        guard end == nil, !deadlines.isConnecting, !deadlines.isLeaving else { return }
        if messages.count > 1 { MQTTSocket.setCorked(handle.socket, true) }
        attempt { () throws(MQTTError) in
            for (key, message) in messages { try publish(message, key: key, now: now) }
        }
        if messages.count > 1 { MQTTSocket.setCorked(handle.socket, false) }
        recordOutput(now)
    }

    private func publish(_ message: MQTTMessage, key: UInt64, now: Duration) throws(MQTTError) {
        if message.qos == .atMostOnce {
            guard unsentSize + message.size <= Self.maxUnsentSize else { return }
            unsentSize += message.size
        }
        switch try handle.publish(message) {
        case .success(let identifier):
            guard message.qos == .atLeastOnce else { return }
            keys[identifier] = key
            deadlines.recordPublication(now)
        case .failure(let rejection): events.append(.acknowledged(key: key, code: rejection.code))
        }
    }

    /// Subscribes with QoS 1; ignored unless the broker has accepted the connection.
    func subscribe(_ topic: String, now: Duration) {
        guard end == nil, !deadlines.isConnecting, !deadlines.isLeaving else { return }
        attempt { () throws(MQTTError) in
            switch try handle.subscribe(topic) {
            case .success(let identifier): filters[identifier] = topic
            case .failure(let rejection): events.append(.subscribed(topic: topic, code: rejection.code))
            }
        }
        recordOutput(now)
    }

    /// Ends a subscription; ignored unless the broker has accepted the connection.
    func unsubscribe(_ topic: String, now: Duration) {
        guard end == nil, !deadlines.isConnecting, !deadlines.isLeaving else { return }
        attempt { () throws(MQTTError) in try handle.unsubscribe(topic) }
        recordOutput(now)
    }

    /// Sends DISCONNECT; an attempt ends at once.
    func disconnect(publishesWill: Bool, now: Duration) {
        guard end == nil, !deadlines.isLeaving else { return }
        guard !deadlines.isConnecting else { return finish("closed") }
        deadlines.leave(now: now)
        attempt { () throws(MQTTError) in try handle.disconnect(publishesWill: publishesWill) }
        finishIfClosed()
    }

    /// Writes what waits and sends a ping if one is due.
    func write(now: Duration) {
        guard end == nil, isEstablished else { return }
        attempt { () throws(MQTTError) in
            if handle.wantsWrite {
                try handle.write()
                recordOutput(now)
            }
            if handle.socket >= 0, !deadlines.isLeaving {
                try handle.ping()
                deadlines.recordPing(now)
            }
        }
        finishIfClosed()
    }

    /// Ends the connection if the broker has been silent for too long.
    func checkDeadlines(now: Duration) {
        guard end == nil, let reason = deadlines.failure(at: now) else { return }
        finish("\(settings.address): \(reason)")
    }

    private func recordOutput(_ now: Duration) {
        guard end == nil, !handle.wantsWrite else { return }
        deadlines.recordOutput(now)
        unsentSize = 0
    }

    private func attempt(_ call: () throws(MQTTError) -> Void) {
        guard end == nil else { return }
        do throws(MQTTError) {
            try call()
        } catch {
            // The broker's own reason, if it has sent one, is the better one.
            digest(SystemClock.uptime)
            finish(error.isClosed ? closedText : error.description)
        }
    }

    private func finish(_ reason: String) {
        if end == nil { end = .disconnected(reason: deadlines.isLeaving ? "closed" : reason) }
    }

    private func finishIfClosed() {
        if end == nil, handle.socket < 0 { finish(closedText) }
    }

    /// The reason if the broker has closed the connection without one.
    private var closedText: String {
        MQTTError.closed(by: settings, isConnecting: deadlines.isConnecting).description
    }

    /// Turns the reports of the library into events.
    private func digest(_ now: Duration) {
        let count = keys.count
        for report in handle.inbox.take() where end == nil { digest(report, now) }
        deadlines.recordReading(isAcknowledged: keys.count < count, isComplete: keys.isEmpty, now: now)
    }

    private func digest(_ report: MQTTReport, _ now: Duration) {
        switch report {
        case .connected(code: MQTTReason.success, let receiveMaximum, let keepAlive):
            deadlines.connect(serverKeepAlive: keepAlive, now: now)
            handle.inbox.clearErrors()
            events.append(.connected(receiveMaximum: receiveMaximum))
        case .connected(let code, _, _): end = .refused(code: code, reason: MQTTReason.text(code))
        case .published(let identifier, let code):
            guard let key = keys.removeValue(forKey: identifier) else { return }
            events.append(.acknowledged(key: key, code: code))
        case .subscribed(let identifier, let code):
            guard let filter = filters.removeValue(forKey: identifier) else { return }
            events.append(.subscribed(topic: filter, code: code))
        case .received(let message): events.append(.received(message))
        case .disconnected(let code): finish("\(settings.address): \(MQTTReason.text(code))")
        }
    }
}
