import CLinux
import Glibc

/// A socket that others connect to, of whatever family; a local one's file is removed at its end.
public final class ListeningSocket: Sendable {
    /// What kind of address it has.
    public let family: SocketFamily
    /// Its TCP port, also where the kernel chose it; nil for a local socket.
    public let port: UInt16?
    /// Where it listens: a path, or an address and its port such as `[::1]:8947`.
    public let name: String
    private let descriptor: FileDescriptor
    private let ownPath: String?

    init(_ descriptor: consuming FileDescriptor, removing path: String? = nil) throws(SystemError) {
        let name = try SocketName.own(of: descriptor)
        guard let family = name.family else { throw SystemError("getsockname", code: EAFNOSUPPORT) }
        self.family = family
        port = name.port
        self.name = name.text
        self.descriptor = descriptor
        ownPath = path
    }

    deinit {
        // The path is lent to the call as a C string.
        if let ownPath { unsafe unlink(ownPath) }
    }

    /// Listens at a TCP address; with port 0 the kernel chooses one.
    ///
    /// IPv6 addresses are taken for themselves: `::` does not mean IPv4 too.
    ///
    /// - Throws: ``SystemError``, `EADDRINUSE` where somebody listens there.
    public static func tcp(_ address: SocketAddress, backlog: Int32) throws(SystemError) -> ListeningSocket {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(address.family, type, 0)
        guard number >= 0 else { throw .last("socket") }
        let descriptor = FileDescriptor(owning: number)
        try SocketOption.reuseAddress.set(1, on: number)
        if address.family == AF_INET6 { try SocketOption.onlyIPv6.set(1, on: number) }
        // The bytes are a socket address of the family it was resolved for, and outlive the call.
        let result = unsafe address.bytes.withUnsafeBytes { bytes in
            unsafe bind(number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else { throw .last("bind") }
        guard Glibc.listen(number, backlog) == 0 else { throw .last("listen") }
        return try ListeningSocket(descriptor)
    }

    /// Takes over a socket that listens already, such as one of ``ActivationSockets``; its file is not removed at the end.
    ///
    /// - Throws: ``SystemError``: `ENOTSOCK` for something else, `EINVAL` for a socket that does not listen.
    public static func claiming(_ descriptor: consuming FileDescriptor) throws(SystemError) -> ListeningSocket {
        guard try SocketOption.isListening.value(on: descriptor.number) == 1 else {
            throw SystemError("getsockopt", "descriptor \(descriptor.number)", code: EINVAL)
        }
        let flags = fcntl(descriptor.number, F_GETFL)
        guard flags >= 0, fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last("fcntl") }
        return try ListeningSocket(descriptor)
    }

    /// What to wait for: somebody has connected.
    public var interest: Poll.Interest { .readable(descriptor) }

    /// Bytes that the kernel keeps for a client that does not read; connections made from now on inherit it.
    ///
    /// - Throws: ``SystemError`` of setsockopt.
    public func limitSendBuffer(to bytes: Int32) throws(SystemError) {
        try SocketOption.sendBuffer.set(bytes, on: descriptor.number)
    }

    /// The next connection; nil where nobody waits any more.
    ///
    /// - Throws: ``SystemError``: `EMFILE` and its like, where it makes no sense to ask again at once.
    public func accept() throws(SystemError) -> AcceptedSocket? {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = whereismy_accept(descriptor.number, flags)
        guard number >= 0 else {
            let error = SystemError.last("accept")
            // Who has left before being accepted is nobody.
            guard error.isTransient || error.code == ECONNABORTED else { throw error }
            return nil
        }
        let accepted = FileDescriptor(owning: number)
        guard family == .network else { return AcceptedSocket(descriptor: accepted, peer: nil) }
        // Who has left already has no name any more.
        guard let peer = try? SocketName.peer(of: accepted).address else { return nil }
        return AcceptedSocket(descriptor: accepted, peer: peer)
    }
}
