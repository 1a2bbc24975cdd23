import CMosquitto
import Glibc
import Linux

/// A handle of libmosquitto for one connection; one thread at a time may use it.
///
/// Safe to use: the handle is valid from `init` to `deinit`, and refers to the inbox, which lives as long.
@safe final class MQTTHandle {
    /// The multiple of the largest packet after which one that is not complete ends the connection: libmosquitto itself
    /// takes up to 256 MB, and the kernel counts what still waits in the socket.
    private static let incompleteFactor = 4
    /// The number of packets and of bytes that one call reads at most, before the owner gets them.
    private static let maxPacketsPerCall = 256
    private static let maxSizePerCall = 262_144
    /// The maximum number of messages that the broker may send without an acknowledgement.
    private static let receiveMaximum: Int32 = 16
    /// Initialised once per process; the library's own function is not safe with threads.
    private static let isReady = mosquitto_lib_init() == MQTTCode.success

    let inbox: MQTTInbox
    private let handle: OpaquePointer
    private let settings: MQTTSettings
    private var completeBytes: UInt64 = 0

    init(_ settings: MQTTSettings) throws(MQTTError) {
        inbox = MQTTInbox(maxSize: settings.maxWaitingSize + Self.incompleteFactor * settings.maxPacketSize)
        guard Self.isReady else { throw MQTTError("libmosquitto cannot be initialised") }
        let made = unsafe Self.keepingSIGPIPE { unsafe mosquitto_new(settings.clientID, true, nil) }
        guard let handle = unsafe made else {
            throw MQTTError("libmosquitto rejects the client identifier \(settings.clientID)")
        }
        unsafe self.handle = handle
        self.settings = settings
        unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(inbox).toOpaque())
        unsafe MQTTInbox.setCallbacks(of: handle)
        try setOptions()
        if let security = settings.tls { try unsafe security.apply(to: handle) }
    }

    deinit {
        // Closes the socket; without DISCONNECT the broker publishes the will.
        unsafe mosquitto_destroy(handle)
    }

    /// The number of the socket; negative if it is closed.
    var socket: Int32 { unsafe mosquitto_socket(handle) }

    /// True if a packet waits for room in the socket.
    var wantsWrite: Bool { unsafe mosquitto_want_write(handle) }

    /// Resolves the name, which may block, and starts to connect.
    ///
    /// - Parameter onlyIPv4: True tries no other addresses.
    /// - Throws: ``MQTTError`` if the attempt failed at once.
    func connect(onlyIPv4: Bool) throws(MQTTError) {
        guard settings.port > 0 else { throw MQTTError("\(settings.address): port 0 is invalid") }
        let seconds = Int32(clamping: settings.permittedKeepAlive.components.seconds)
        // A local address of IPv4 excludes the others.
        let code = unsafe mosquitto_connect_bind_async(
            handle, settings.host, Int32(settings.port), seconds, onlyIPv4 ? "0.0.0.0" : nil)
        try check(code, SystemError.last("connect"))
        // Limits what a broker sends before it is read; a refusal of the kernel changes nothing else.
        try? SocketOption.receiveBuffer.set(65_536, on: socket)
    }

    /// The failure of the TCP connection, once the socket is writable; nil if it is established.
    var connectionError: MQTTError? {
        guard let code = try? SocketOption.pendingError.value(on: socket), code != 0 else { return nil }
        return MQTTError("\(settings.address): \(SystemError("connect", code: code).reason)")
    }

    /// Reads packets that have arrived, into the inbox; also continues the TLS handshake.
    ///
    /// - Returns: True if more may have arrived.
    func read() throws(MQTTError) -> Bool {
        let first = inbox.packetCount
        var last = first
        repeat {
            last = inbox.packetCount
            // Reads one packet, or as many as there are messages without an acknowledgement.
            let code = unsafe mosquitto_loop_read(handle, 1)
            try check(code, SystemError.last("read"))
            guard !inbox.isOverflowing else { throw MQTTError("\(settings.address) sends too many messages at once") }
        } while inbox.packetCount != last && inbox.packetCount &- first < Self.maxPacketsPerCall
            && inbox.receivedSize < Self.maxSizePerCall && socket >= 0
        try checkIncompletePacket(isComplete: inbox.packetCount != first)
        return inbox.packetCount != last
    }

    /// Ends the connection if a packet that is not complete is too large.
    private func checkIncompletePacket(isComplete: Bool) throws(MQTTError) {
        let bytes = MQTTSocket.receivedBytes(socket)
        if isComplete { completeBytes = bytes }
        let limit = Self.incompleteFactor * settings.maxPacketSize
        guard bytes <= completeBytes + UInt64(limit) else {
            throw MQTTError("\(settings.address) sends a packet of more than \(limit) bytes")
        }
    }

    /// Writes packets that wait for room.
    func write() throws(MQTTError) {
        let code = unsafe mosquitto_loop_write(handle, 1)
        try check(code, SystemError.last("write"))
    }

    /// Sends a ping if one is due.
    func ping() throws(MQTTError) {
        let code = unsafe mosquitto_loop_misc(handle)
        try check(code, SystemError.last("ping"))
    }

    /// Publishes a message.
    ///
    /// - Returns: The packet's identifier, or the reason code if the library rejects the message.
    func publish(_ message: MQTTMessage) throws(MQTTError) -> Result<Int32, MQTTRejectionError> {
        guard !message.topic.utf8.contains(0) else {
            return .failure(MQTTRejectionError(code: MQTTReason.invalidTopic))
        }
        var identifier: Int32 = 0
        let count = Int32(clamping: message.payload.count)
        var properties = unsafe MQTTProperties.list(of: message)
        // The library copies the topic, as many bytes as given and the list before the call returns.
        let code = unsafe mosquitto_publish_v5(
            handle, &identifier, message.topic, count, message.payload, message.qos.rawValue, message.isRetained,
            properties)
        let error = SystemError.last("write")
        unsafe mosquitto_property_free_all(&properties)
        if let rejection = MQTTRejectionError(libraryCode: code) { return .failure(rejection) }
        try check(code, error)
        return .success(identifier)
    }

    /// Subscribes with QoS 1; returns the packet's identifier, or the reason code if the library rejects the filter.
    func subscribe(_ topic: String) throws(MQTTError) -> Result<Int32, MQTTRejectionError> {
        var identifier: Int32 = 0
        // The library copies the filter.
        let code = unsafe mosquitto_subscribe_v5(handle, &identifier, topic, 1, 0, nil)
        let error = SystemError.last("write")
        if let rejection = MQTTRejectionError(libraryCode: code) { return .failure(rejection) }
        try check(code, error)
        return .success(identifier)
    }

    /// Ends a subscription; the broker's answer is of no interest.
    func unsubscribe(_ topic: String) throws(MQTTError) {
        // The library copies the filter.
        let code = unsafe mosquitto_unsubscribe_v5(handle, nil, topic, nil)
        let error = SystemError.last("write")
        // A filter that it rejects was never subscribed to.
        guard MQTTRejectionError(libraryCode: code) == nil else { return }
        try check(code, error)
    }

    /// Sends DISCONNECT, after the packets before it.
    func disconnect(publishesWill: Bool) throws(MQTTError) {
        let reason = publishesWill ? MQTT_RC_DISCONNECT_WITH_WILL_MSG : MQTT_RC_NORMAL_DISCONNECTION
        let code = unsafe mosquitto_disconnect_v5(handle, Int32(reason.rawValue), nil)
        try check(code, SystemError.last("write"))
    }

    private func check(_ code: Int32, _ error: SystemError) throws(MQTTError) {
        guard code != MQTTCode.success else { return }
        throw MQTTCode.error(code, error, settings: settings, log: inbox.errors)
    }

    private func setOptions() throws(MQTTError) {
        try set(MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        try set(MOSQ_OPT_RECEIVE_MAXIMUM, Self.receiveMaximum)
        // The library's default is 20; the broker's own maximum lowers it.
        try set(MOSQ_OPT_SEND_MAXIMUM, Int32(UInt16.max))
        // Otherwise a message waits for the acknowledgement of the one before: see MQTTSocket.setCorked.
        try set(MOSQ_OPT_TCP_NODELAY, 1)
        try accept(unsafe mosquitto_username_pw_set(handle, settings.user, settings.password), "the user name")
        if let will = settings.will {
            let count = Int32(clamping: will.payload.count)
            // The library copies the topic and as many bytes as given.
            let code = unsafe mosquitto_will_set_v5(
                handle, will.topic, count, will.payload, 1, will.isRetained, nil)
            try accept(code, "the topic or size of the last will")
        }
        limitPackets()
    }

    /// Asks the broker to send no larger packets.
    ///
    /// Only this function takes properties of CONNECT. Without a host it stores them and rejects the rest, so that
    /// `mosquitto_connect_bind_async` sends them; a library that does not do so omits the limit.
    private func limitPackets() {
        var properties: OpaquePointer?
        let identifier = Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue)
        // The library adds to the list and copies it; the list is freed here.
        unsafe mosquitto_property_add_int32(&properties, identifier, UInt32(clamping: settings.maxPacketSize))
        unsafe mosquitto_connect_bind_v5(handle, nil, 0, 0, nil, properties)
        unsafe mosquitto_property_free_all(&properties)
    }

    private func set(_ option: mosq_opt_t, _ value: Int32) throws(MQTTError) {
        try accept(unsafe mosquitto_int_option(handle, option, value), "option \(option.rawValue)")
    }

    private func accept(_ code: Int32, _ subject: String) throws(MQTTError) {
        guard code != MQTTCode.success else { return }
        throw MQTTError("libmosquitto rejects \(subject): \(MQTTCode.text(code))")
    }

    /// Makes a handle without the side effect of libmosquitto before 2.0.15, which ignores SIGPIPE in the whole process.
    ///
    /// ``WorkerThread`` blocks the signal, so that this thread never receives it.
    private static func keepingSIGPIPE(_ make: () -> OpaquePointer?) -> OpaquePointer? {
        var action = sigaction()
        // The kernel fills one value, and reads it below.
        unsafe sigaction(SIGPIPE, nil, &action)
        defer { unsafe sigaction(SIGPIPE, &action, nil) }
        return unsafe make()
    }
}
