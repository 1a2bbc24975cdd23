import Glibc

/// The sockets that the service manager passes to this process (sd_listen_fds_with_names(3)).
///
/// Those of socket activation were opened before, those of the descriptor store by an earlier process of the service.
public struct ActivationSockets: Hashable, Sendable {
    /// The first descriptor that is passed; the others follow.
    private static let first: Int32 = 3
    /// Above any configuration; a larger number is a mistake.
    private static let maxCount = 64

    /// The numbers of the open descriptors.
    public let numbers: [Int32]
    /// The name of each descriptor, empty where none is known.
    public let names: [String]

    /// Reads the variables LISTEN_FDS, LISTEN_PID and LISTEN_FDNAMES; empty if they are invalid or meant for another
    /// process.
    public init(environment: [String: String], processID: Int32) {
        let count = environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0
        let isMine = environment["LISTEN_PID"].flatMap { Int32($0) } == processID
        guard isMine, (1...Self.maxCount).contains(count) else {
            numbers = []
            names = []
            return
        }
        numbers = (0..<Int32(count)).map { Self.first + $0 }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        self.names = (0..<count).map { $0 < names.count ? String(names[$0]) : "" }
    }

    /// Takes ownership of the sockets; to be called once, since the owner closes them.
    ///
    /// - Throws: ``SystemError`` of the first that is not a listening socket.
    public func claim() throws(SystemError) -> [ListeningSocket] {
        var sockets: [ListeningSocket] = []
        for number in numbers {
            let descriptor = FileDescriptor(owning: number)
            try descriptor.closeOnExec()
            sockets.append(try ListeningSocket.claiming(descriptor))
        }
        return sockets
    }

    /// Takes ownership of the sockets of every kind; to be called once, since the owner closes them.
    ///
    /// Descriptors that are not sockets are closed.
    public func claimAll() -> [PassedSocket] {
        zip(numbers, names).compactMap { number, name in
            (try? Self.socket(FileDescriptor(owning: number))).map { PassedSocket(name: name, kind: $0) }
        }
    }

    private static func socket(_ descriptor: consuming FileDescriptor) throws(SystemError) -> PassedSocket.Kind {
        try descriptor.closeOnExec()
        if try SocketOption.isListening.value(on: descriptor.number) == 1 {
            return .listening(try .claiming(descriptor))
        }
        return .connected(try .claiming(descriptor))
    }
}

/// A socket of ``ActivationSockets``.
public struct PassedSocket: Sendable {
    /// The kind of a socket.
    public enum Kind: Sendable {
        /// A socket that accepts connections.
        case listening(ListeningSocket)
        /// A connection to a client.
        case connected(ClientSocket)
    }

    /// The name under which it was stored; empty if not known.
    public let name: String
    /// The socket.
    public let kind: Kind
}

/// A non-blocking connection to a client, closed with its last owner.
public final class ClientSocket: Sendable {
    private let descriptor: FileDescriptor

    private init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Takes ownership of a connection that a ``ListeningSocket`` has accepted.
    public convenience init(_ accepted: consuming AcceptedSocket) {
        self.init(owning: FileDescriptor(owning: accepted.release()))
    }

    static func claiming(_ descriptor: consuming FileDescriptor) throws(SystemError) -> ClientSocket {
        let flags = fcntl(descriptor.number, F_GETFL)
        guard flags >= 0, fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last("fcntl") }
        return ClientSocket(owning: descriptor)
    }

    /// The kernel's descriptor number, valid as long as this value lives.
    public var number: Int32 { descriptor.number }

    /// Sends as many bytes as the kernel accepts now; 0 if none.
    ///
    /// - Throws: ``SystemError`` if the connection has ended.
    public func send(_ bytes: [UInt8]) throws(SystemError) -> Int {
        do throws(SystemError) { return try TCPSocket.send(bytes, to: descriptor) } catch {
            guard error.isTransient else { throw error }
            return 0
        }
    }

    /// Reads and discards what the client has sent, at most `limit` bytes.
    public func discardInput(upTo limit: Int) {
        var left = limit
        while left > 0, let bytes = try? descriptor.read(upTo: min(left, 4096)), !bytes.isEmpty { left -= bytes.count }
    }

    /// Ends the connection for all processes that have it, such as the service manager with its descriptor store.
    public func shutDown() { TCPSocket.shutDown(descriptor.number) }
}
