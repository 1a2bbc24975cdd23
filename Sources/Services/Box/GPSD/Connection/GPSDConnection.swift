import Glibc
import Linux

/// One TCP connection to gpsd, from the first attempt to its end.
struct GPSDConnection {
    /// The owner of a descriptor, for a value that may have none yet.
    private final class Socket {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }
    }

    /// The maximum number of bytes per read: large, so that a flood costs few calls.
    private static let maxRead = 65_536

    private let name: String
    private let attempt: Int
    private var lookup: HostLookup?
    private var connector: Connector
    private var socket: Socket?
    private(set) var isConnected = false
    private var threshold: Int32 = 1

    /// Starts to resolve the host, and then to connect; `attempt` is the number of attempts that failed before.
    ///
    /// - Throws: ``GPSDConnectionError`` if the process is out of descriptors or threads.
    init(host: String, port: UInt16, attempt: Int) throws(GPSDConnectionError) {
        name = "\(host):\(port)"
        self.attempt = attempt
        connector = Connector([], name: name, attempt: attempt)
        lookup = try Self.describingErrors { () throws(SystemError) in try HostLookup(host: host, port: port) }
    }

    var interest: Poll.Interest? {
        if let lookup { return lookup.interest }
        guard let socket else { return nil }
        return isConnected ? .readable(socket.descriptor) : .writable(socket.descriptor)
    }

    /// Continues after a wait before the connection is established: with the addresses, or the end of an attempt.
    ///
    /// - Throws: ``GPSDConnectionError`` if there is no such host, or no address is left.
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

    /// Returns the bytes that gpsd has sent; empty if there are none yet.
    ///
    /// - Throws: ``GPSDConnectionError`` if gpsd has closed the connection, or it broke.
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

    /// Sets the number of bytes from which on the socket is readable.
    mutating func setThreshold(_ bytes: Int) {
        guard isConnected, bytes != Int(threshold), let socket else { return }
        threshold = Int32(clamping: bytes)
        // The kernel reads one Int32, as the length says; where it refuses, the reader only wakes more often.
        _ = unsafe setsockopt(
            socket.descriptor.number, SOL_SOCKET, SO_RCVLOWAT, &threshold, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends a command; commands are short, so that a partial write means a dead peer.
    ///
    /// - Throws: ``GPSDConnectionError`` if the connection is broken.
    func send(_ command: String) throws(GPSDConnectionError) {
        let bytes = Array(command.utf8)
        guard let socket, let count = try? TCPSocket.send(bytes, to: socket.descriptor), count == bytes.count else {
            throw GPSDConnectionError(reason: "gpsd no longer accepts commands")
        }
    }

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

/// Why a connection failed or has ended.
struct GPSDConnectionError: Error, Hashable, Sendable {
    /// One line for people.
    let reason: String
}
