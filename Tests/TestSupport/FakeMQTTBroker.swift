public import Linux
import Synchronization

/// How a ``FakeMQTTBroker`` replies.
public struct MQTTBrokerScript: Sendable {
    /// The reply to a published message.
    public enum Acknowledgement: Hashable, Sendable {
        /// PUBACK with this reason code: 0x00 accepted, 0x10 no subscriber, 0x87 not authorised.
        case code(UInt8)
        /// No reply, although the message has arrived.
        case lost
        /// The first half of a PUBACK, then the end of the connection.
        case halfThenClose
        /// DISCONNECT with this reason code, then the end of the connection.
        case disconnect(UInt8)
    }

    /// The reason code of CONNACK, 0x00 to accept; nil never replies.
    public var connectCode: UInt8? = 0
    /// The maximum number of messages without an acknowledgement that CONNACK permits.
    public var receiveMaximum: UInt16 = 20
    /// The reason code of SUBACK.
    public var subscribeCode: UInt8 = 1
    /// Returns the reply to a message, by its number since the broker started, from 0.
    public var acknowledgement: @Sendable (_ number: Int) -> Acknowledgement = { _ in .code(0) }

    /// Creates the script of a broker that accepts everything.
    public init() {}
}

/// What a ``FakeMQTTBroker`` has received.
public struct MQTTBrokerLog: Sendable {
    /// The CONNECT packets.
    public var connects: [MQTTConnectPacket] = []
    /// The messages, including repeated ones.
    public var messages: [MQTTPublishPacket] = []
    /// The filters of subscriptions.
    public var filters: [String] = []
    /// The filters of subscriptions that clients have ended.
    public var endedFilters: [String] = []
    /// The reason codes of DISCONNECT packets.
    public var disconnects: [UInt8] = []
    /// The number of delivered messages that clients have acknowledged.
    public var acknowledgementCount = 0
    /// The number of pings.
    public var pingCount = 0
    /// The number of connections that have ended.
    public var endCount = 0
}

/// A minimal MQTT 5 broker on loopback that speaks the protocol, and misbehaves on request of a test.
///
/// It replies to each client by its script, keeps a log, and forwards nothing but what the test delivers.
public final class FakeMQTTBroker: Sendable {
    /// The port it listens on.
    public let port: UInt16

    private struct State {
        var script: MQTTBrokerScript
        var log = MQTTBrokerLog()
        var isReading = true
        var isClosing = false
        var isStopped = false
        var output: [UInt8] = []
    }

    /// What the broker's thread and the test share.
    private final class Shared: Sendable {
        let state: Mutex<State>
        let wake: WakeSignal
        let change: WakeSignal
        let listener: LoopbackListener

        init(port: UInt16, script: MQTTBrokerScript) throws(SystemError) {
            state = Mutex(State(script: script))
            wake = try WakeSignal()
            change = try WakeSignal()
            listener = try LoopbackListener(port: port)
        }
    }

    private let shared: Shared
    private let thread: WorkerThread

    /// Starts to listen on that port, or on a free one with 0.
    ///
    /// - Throws: ``SystemError`` if the port is in use.
    public init(port: UInt16 = 0, script: MQTTBrokerScript = MQTTBrokerScript()) throws(SystemError) {
        let shared = try Shared(port: port, script: script)
        self.shared = shared
        self.port = shared.listener.port
        thread = try WorkerThread(name: "fake-mqtt") {
            var clients: [FakeMQTTClient] = []
            while Self.turn(shared, &clients) {}
        }
    }

    deinit {
        stop()
    }

    /// The script; a change applies to later packets.
    public var script: MQTTBrokerScript {
        get { shared.state.withLock { $0.script } }
        set { update { $0.script = newValue } }
    }

    /// What has arrived.
    public var log: MQTTBrokerLog { shared.state.withLock { $0.log } }

    /// False leaves what clients send in the socket, as a broker under load does.
    public var isReading: Bool {
        get { shared.state.withLock { $0.isReading } }
        set { update { $0.isReading = newValue } }
    }

    /// Sends a message with QoS 1 to all clients, as to subscribers.
    public func deliver(topic: String, payload: [UInt8], isRetained: Bool = false) {
        send(MQTTPacket.publish(topic: topic, payload: payload, isRetained: isRetained))
    }

    /// Sends bytes unchanged to all clients.
    public func send(_ bytes: [UInt8]) {
        update { $0.output += bytes }
    }

    /// Closes all connections, without DISCONNECT.
    public func closeConnections() {
        update { $0.isClosing = true }
    }

    /// Stops listening and closes all connections.
    public func stop() {
        update { $0.isStopped = true }
        thread.join()
        shared.listener.shutDown()
    }

    /// Waits until the log satisfies a condition, at most half a minute; returns true if it does.
    public func wait(until isAsWanted: (MQTTBrokerLog) -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(30)
        while !isAsWanted(log) {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([shared.change.interest], timeout: rest)
            shared.change.clear()
        }
        return true
    }

    private func update(_ change: (inout State) -> Void) {
        shared.state.withLock { change(&$0) }
        shared.wake.signal()
    }

    /// Waits for one event of any descriptor and handles it; returns false at the end.
    private static func turn(_ shared: Shared, _ clients: inout [FakeMQTTClient]) -> Bool {
        let isReading = shared.state.withLock { $0.isReading }
        let ready = Poll.wait(
            [shared.wake.interest, .readable(shared.listener.descriptor)]
                + clients.map { .descriptor($0.number, reads: isReading, writes: $0.hasOutput) })
        shared.wake.clear()
        // Again: what has arrived after a change of it is left in the socket.
        let stillReading = shared.state.withLock { $0.isReading }
        for (client, isReady) in zip(clients, ready.dropFirst(2)) where isReady && stillReading {
            client.receive()
        }
        if ready[1], let socket = shared.listener.accept() { clients.append(FakeMQTTClient(socket: socket)) }
        let isStopped = shared.state.withLock { state in
            for client in clients {
                client.reply(state.script, &state.log)
                client.send(state.output)
                if state.isClosing { client.close() }
            }
            state.log.endCount += clients.count { $0.isClosed }
            state.output = []
            state.isClosing = false
            return state.isStopped
        }
        clients.removeAll(where: \.isClosed)
        shared.change.signal()
        return !isStopped
    }
}
