import CLinux
import Glibc

/// A listening socket, TCP or local; the file of a local one is removed with it unless stated otherwise.
public final class ListeningSocket: Sendable {
    /// The kind of address.
    public let family: SocketFamily
    /// The TCP port, also if the kernel chose it; nil for a local socket.
    public let port: UInt16?
    /// The address: a path, or an IP address and port such as `[::1]:8947`.
    public let name: String
    /// True if only this machine can connect: for a local socket, and for a loopback address.
    public let isLoopback: Bool
    private let descriptor: FileDescriptor
    private let ownPath: String?

    init(_ descriptor: consuming FileDescriptor, removing path: String? = nil) throws(SystemError) {
        let name = try SocketName.own(of: descriptor)
        guard let family = name.family else { throw SystemError("getsockname", code: EAFNOSUPPORT) }
        self.family = family
        port = name.port
        self.name = name.text
        // The key of a client with the same address: none counts for this machine.
        isLoopback = family == .local || name.address.map { $0.network == nil } ?? false
        self.descriptor = descriptor
        ownPath = path
    }

    deinit {
        // The path is lent to the call as a C string.
        if let ownPath { unsafe unlink(ownPath) }
    }

    /// Listens at a TCP address; with port 0 the kernel chooses one.
    ///
    /// IPv6 sockets are IPv6 only: `::` does not include IPv4.
    ///
    /// - Throws: ``SystemError``, `EADDRINUSE` if the address is in use.
    public static func tcp(_ address: SocketAddress, backlog: Int32) throws(SystemError) -> ListeningSocket {
        let descriptor = try FileDescriptor.socket(address.family, SOCK_STREAM)
        try SocketOption.reuseAddress.set(1, on: descriptor.number)
        if address.family == AF_INET6 { try SocketOption.onlyIPv6.set(1, on: descriptor.number) }
        try address.bind(descriptor)
        guard Glibc.listen(descriptor.number, backlog) == 0 else { throw .last("listen") }
        return try ListeningSocket(descriptor)
    }

    /// Takes ownership of a socket that is listening already, such as one of ``ActivationSockets``; its file is kept.
    ///
    /// - Throws: ``SystemError``: `ENOTSOCK` for another kind of descriptor, `EINVAL` for a socket that is not
    ///   listening.
    public static func claiming(_ descriptor: consuming FileDescriptor) throws(SystemError) -> ListeningSocket {
        guard try SocketOption.isListening.value(on: descriptor.number) == 1 else {
            throw SystemError("getsockopt", "descriptor \(descriptor.number)", code: EINVAL)
        }
        let flags = fcntl(descriptor.number, F_GETFL)
        guard flags >= 0, fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last("fcntl") }
        return try ListeningSocket(descriptor)
    }

    /// The kernel's descriptor number, valid as long as this value lives.
    public var number: Int32 { descriptor.number }

    /// The interest to wait for in ``Poll``: ready when a client has connected.
    public var interest: Poll.Interest { .readable(descriptor) }

    /// Limits the kernel's send buffer of a client that does not read; later connections inherit it.
    ///
    /// - Throws: ``SystemError`` of setsockopt.
    public func limitSendBuffer(to bytes: Int32) throws(SystemError) {
        try SocketOption.sendBuffer.set(bytes, on: descriptor.number)
    }

    /// Returns the next connection; nil if none is pending.
    ///
    /// - Throws: ``SystemError``, for example `EMFILE`, after which an immediate retry would fail too.
    public func accept() throws(SystemError) -> AcceptedSocket? {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = whereismy_accept(descriptor.number, flags)
        guard number >= 0 else {
            let error = SystemError.last("accept")
            // The client left before it was accepted.
            guard error.isTransient || error.code == ECONNABORTED else { throw error }
            return nil
        }
        let accepted = FileDescriptor(owning: number)
        guard family == .network else { return AcceptedSocket(descriptor: accepted, peer: nil) }
        // A client that has left has no address any more.
        guard let peer = try? SocketName.peer(of: accepted).address else { return nil }
        return AcceptedSocket(descriptor: accepted, peer: peer)
    }

    /// Listens at a path, and replaces a socket left there by an earlier process.
    ///
    /// The mode of the file and of its parent directories decide who may connect. The caller ensures that no other
    /// process is listening there.
    ///
    /// - Parameters:
    ///   - path: The socket's file, 107 bytes at most.
    ///   - mode: Its permissions, regardless of the umask.
    ///   - backlog: The maximum number of pending connections.
    ///   - keepsFile: True if another process goes on to use the socket, as one of ``ActivationSockets``.
    /// - Returns: The socket.
    /// - Throws: ``SystemError`` with the call and the path.
    public static func local(
        _ path: String, mode: UInt32, backlog: Int32, keepsFile: Bool = false
    ) throws(SystemError) -> ListeningSocket {
        try ListeningSocket(listen(at: path, mode: mode, backlog: backlog), removing: keepsFile ? nil : path)
    }

    static func listen(
        at path: String, mode: UInt32, backlog: Int32
    ) throws(SystemError) -> FileDescriptor {
        let descriptor = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        let address = try SocketAddress(path: path)
        // The path is lent to the calls as a C string.
        guard unsafe unlink(path) == 0 || whereismy_errno() == ENOENT else { throw .last("unlink", path) }
        // The new file has at most this mode from the start (unix(7)); chmod adds what the umask removed.
        guard fchmod(descriptor.number, mode) == 0 else { throw .last("fchmod", path) }
        try address.bind(descriptor, path)
        guard unsafe chmod(path, mode) == 0 else { throw .last("chmod", path) }
        guard Glibc.listen(descriptor.number, backlog) == 0 else { throw .last("listen", path) }
        return descriptor
    }
}

/// A connection that a ``ListeningSocket`` has accepted.
public struct AcceptedSocket: ~Copyable, Sendable {
    /// The non-blocking socket.
    public let descriptor: FileDescriptor
    /// The client's address; nil for a local socket, which is guarded by the mode of its file.
    public let peer: PeerAddress?

    init(descriptor: consuming FileDescriptor, peer: PeerAddress?) {
        self.descriptor = descriptor
        self.peer = peer
    }

    /// Returns the descriptor; the caller closes it.
    public consuming func release() -> Int32 { descriptor.release() }
}
