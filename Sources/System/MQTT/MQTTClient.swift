public import Linux

/// A client of an MQTT 5 broker, on its own thread; an unhurried owner sends on the owner's.
///
/// It has a new handle of libmosquitto for each connection and keeps no message beyond it: what was not acknowledged
/// when a connection ends is the owner's to send again. Messages are sent in their order. What arrives faster than the
/// owner takes it waits in the socket, up to the broker.
public final class MQTTClient: Sendable {
    /// The longest wait of ``close()``.
    private static let closeTimeout = Duration.seconds(3)

    private let exchange: MQTTExchange
    private let loop: MQTTLoop
    private let thread: WorkerThread

    /// Starts the thread, which connects only on request.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors or threads.
    public init(_ settings: MQTTSettings) throws(SystemError) {
        let exchange = try MQTTExchange(maxWaitingSize: settings.maxWaitingSize)
        self.exchange = exchange
        let loop = MQTTLoop(settings, exchange)
        self.loop = loop
        thread = try WorkerThread(name: "mqtt") {
            settings.crashNote?.watchThread()
            loop.run()
        }
    }

    deinit {
        exchange.close()
    }

    /// The number of a descriptor that is readable while events wait, valid as long as this object lives.
    public var descriptor: Int32 { exchange.eventDescriptor }

    /// The same descriptor, to wait for in ``Poll``.
    public var interest: Poll.Interest { exchange.eventInterest }

    /// True if acknowledgements may wait up to 20 s to be read, so that they wake neither the thread nor the owner, on whose
    /// thread messages are then sent.
    ///
    /// They are read by ``events()``, or after 20 s. The owner ignores SIGPIPE, or its thread blocks it.
    public var isUnhurried: Bool {
        get { exchange.isUnhurried }
        set { exchange.isUnhurried = newValue }
    }

    /// Starts one attempt, which ends in `connected`, `refused` or `disconnected`; ignored while there is a connection.
    ///
    /// - Parameter will: The last will of this connection; nil for that of the settings.
    public func connect(will: MQTTMessage? = nil) {
        exchange.order(.connect(will: will))
    }

    /// Publishes messages, each with a key for its acknowledgement; ignored while there is no connection.
    ///
    /// What exceeds the broker's `receiveMaximum` waits in memory. Messages with QoS 0 have no acknowledgement, unless
    /// the library rejects them; they are dropped while 4 MB of them wait for the broker.
    public func publish(_ messages: [(key: UInt64, message: MQTTMessage)]) {
        if !loop.publish(messages) { exchange.order(.publish(messages)) }
    }

    /// Subscribes to a topic or a filter with QoS 1, for this connection; `$share/GROUP/FILTER` shares its messages.
    public func subscribe(_ topic: String) {
        exchange.order(.subscribe(topic))
    }

    /// Ends a subscription; messages that are on their way still arrive.
    public func unsubscribe(_ topic: String) {
        exchange.order(.unsubscribe(topic))
    }

    /// Ends the connection, which `disconnected` reports.
    ///
    /// - Parameter publishesWill: True if the broker is to publish the last will.
    public func disconnect(publishesWill: Bool = false) {
        exchange.order(.disconnect(publishesWill: publishesWill))
    }

    /// Returns the events since the last call and clears the descriptor; never blocks.
    public func events() -> [MQTTEvent] {
        loop.readAcknowledgements()
        return exchange.takeEvents()
    }

    /// Ends the thread, after the commands before; without ``disconnect(publishesWill:)`` the connection breaks off.
    ///
    /// Returns within 3 s: a thread that waits for a name server ends later, alone.
    public func close() {
        exchange.close()
        if exchange.waitForEnd(Self.closeTimeout) { thread.join() }
    }
}
