import Glibc

/// Unused ports of 127.0.0.1.
///
/// The kernel picks one and it is closed at once: another process may take it before the caller does.
public enum FreePort {
    /// Returns a free TCP port.
    ///
    /// - Throws: ``SystemError`` if the kernel has none left.
    public static func tcp() throws(SystemError) -> UInt16 {
        try pick(SOCK_STREAM)
    }

    /// Returns a free UDP port.
    ///
    /// - Throws: ``SystemError`` if the kernel has none left.
    public static func udp() throws(SystemError) -> UInt16 {
        try pick(SOCK_DGRAM)
    }

    private static func pick(_ type: __socket_type) throws(SystemError) -> UInt16 {
        let descriptor = try FileDescriptor.socket(AF_INET, type)
        try SocketAddress.ipv4Loopback(port: 0).bind(descriptor)
        return try SocketName.own(of: descriptor).port ?? 0
    }
}
