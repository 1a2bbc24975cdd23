import Glibc

/// A numeric option of a socket: setsockopt(2).
public struct SocketOption: Sendable {
    private let level: Int32
    private let name: Int32

    /// 1 while the socket is listening: SO_ACCEPTCONN.
    static let isListening = SocketOption(level: SOL_SOCKET, name: SO_ACCEPTCONN)
    /// Ignores lingering connections of an earlier process: SO_REUSEADDR.
    static let reuseAddress = SocketOption(level: SOL_SOCKET, name: SO_REUSEADDR)
    /// Excludes IPv4: IPV6_V6ONLY.
    static let onlyIPv6 = SocketOption(level: Int32(IPPROTO_IPV6), name: IPV6_V6ONLY)
    /// Permits datagrams to a broadcast address: SO_BROADCAST.
    static let broadcast = SocketOption(level: SOL_SOCKET, name: SO_BROADCAST)
    /// The size of the send buffer in bytes, which the kernel doubles: SO_SNDBUF.
    public static let sendBuffer = SocketOption(level: SOL_SOCKET, name: SO_SNDBUF)
    /// The size of the receive buffer in bytes, which the kernel doubles: SO_RCVBUF.
    public static let receiveBuffer = SocketOption(level: SOL_SOCKET, name: SO_RCVBUF)
    /// The errno of a failed connection, 0 for none; reading clears it: SO_ERROR.
    public static let pendingError = SocketOption(level: SOL_SOCKET, name: SO_ERROR)

    /// Sets the option of an open socket.
    ///
    /// - Throws: ``SystemError`` of setsockopt.
    public func set(_ value: Int32, on number: Int32) throws(SystemError) {
        var value = value
        // One Int32, as its size says.
        let result = unsafe setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        guard result == 0 else { throw .last("setsockopt") }
    }

    /// Returns the option of an open socket.
    ///
    /// - Throws: ``SystemError`` of getsockopt.
    public func value(on number: Int32) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // The kernel writes one Int32, as `length` says.
        guard unsafe getsockopt(number, level, name, &value, &length) == 0 else { throw .last("getsockopt") }
        return value
    }
}
