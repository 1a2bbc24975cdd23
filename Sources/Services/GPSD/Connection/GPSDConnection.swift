import Linux

/// One TCP connection to gpsd, from the first attempt to its end.
struct GPSDConnection {
    /// A descriptor has one owner; this is it, for a value that may have none yet.
    private final class Socket {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }
    }

    /// How many bytes are taken from the socket at once: enough that a flood costs few calls.
    private static let maxRead = 65_536

    private let name: String
    private let attempt: Int
    private var lookup: HostLookup?
    private var connector: Connector
    private var socket: Socket?
    private(set) var isConnected = false

    /// Starts to look the host up, and then to connect; `attempt` counts how often that has failed before.
    ///
    /// - Throws: ``GPSDConnectionError`` where the process has no descriptor or thread left.
    init(host: String, port: UInt16, attempt: Int) throws(GPSDConnectionError) {
        name = "\(host):\(port)"
        self.attempt = attempt
        connector = Connector([], name: name, attempt: attempt)
        lookup = try Self.describingErrors { () throws(SystemError) in try HostLookup(host: host, port: port) }
    }

    /// What to wait for next.
    var interest: Poll.Interest? {
        if let lookup { return lookup.interest }
        guard let socket else { return nil }
        return isConnected ? .readable(socket.descriptor) : .writable(socket.descriptor)
    }

    /// What was waited for before the connection has come: addresses, or the end of an attempt.
    ///
    /// - Throws: ``GPSDConnectionError`` when there is no such host, or no address is left.
    mutating func continueConnecting() throws(GPSDConnectionError) {
        if let result = lookup?.result {
            let addresses = try Self.describingErrors { () throws(ResolveError) in try result.get() }
            connector = Connector(addresses, name: name, attempt: attempt)
            lookup = nil
            return try connectNext()
        }
        guard let socket else { return }
        guard let failure = TCPSocket.connectionError(of: socket.descriptor) else {
            isConnected = true
            return
        }
        connector.recordFailure(failure)
        try connectNext()
    }

    private mutating func connectNext() throws(GPSDConnectionError) {
        socket = try Self.describingErrors { () throws(SystemError) in Socket(try connector.next()) }
    }

    /// What gpsd has sent; empty where there was nothing yet.
    ///
    /// - Throws: ``GPSDConnectionError`` when gpsd has ended the connection, or it broke.
    func read() throws(GPSDConnectionError) -> [UInt8] {
        guard let socket else { return [] }
        let bytes: [UInt8]
        do {
            bytes = try socket.descriptor.read(upTo: Self.maxRead)
        } catch {
            if error.isTransient { return [] }
            throw GPSDConnectionError(reason: error.description)
        }
        guard !bytes.isEmpty else { throw GPSDConnectionError(reason: "gpsd closed the connection") }
        return bytes
    }

    /// Sends a command; they are short, so that a kernel that does not take one whole has a dead peer.
    ///
    /// - Throws: ``GPSDConnectionError`` when the connection is broken.
    func send(_ command: String) throws(GPSDConnectionError) {
        let bytes = Array(command.utf8)
        guard let socket, let count = try? TCPSocket.send(bytes, to: socket.descriptor), count == bytes.count else {
            throw GPSDConnectionError(reason: "gpsd does not take commands any more")
        }
    }

    /// Does something of the operating system's, and says its error in one line.
    private static func describingErrors<Value: ~Copyable, Failure: CustomStringConvertible>(
        _ body: () throws(Failure) -> Value
    ) throws(GPSDConnectionError) -> Value {
        do {
            return try body()
        } catch {
            throw GPSDConnectionError(reason: error.description)
        }
    }
}

/// Why a connection could not be made or has ended.
struct GPSDConnectionError: Error, Hashable, Sendable {
    /// One line for people.
    let reason: String
}
