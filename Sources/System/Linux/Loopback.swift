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
        let number = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last("socket") }
        let descriptor = FileDescriptor(owning: number)
        var address = sockaddr_in.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The address is a sockaddr_in of that length, which the kernel reads, then fills.
        let error: SystemError? = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard unsafe bind(descriptor.number, pointer, length) == 0 else { return .last("bind") }
            guard unsafe getsockname(descriptor.number, pointer, &length) == 0 else { return .last("getsockname") }
            return nil
        }
        if let error { throw error }
        return UInt16(bigEndian: address.sin_port)
    }
}

extension sockaddr_in {
    /// Returns the address 127.0.0.1 with a port.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}
