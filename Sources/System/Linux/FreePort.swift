import Glibc

/// Ports of 127.0.0.1 that nobody uses.
///
/// The kernel picks one and it is given back at once: whoever opens it next may, in principle, come second.
public enum FreePort {
    /// A port to listen on for TCP.
    ///
    /// - Throws: ``SystemError`` where the kernel has none left.
    public static func tcp() throws(SystemError) -> UInt16 {
        try pick(SOCK_STREAM)
    }

    /// A port to receive UDP on.
    ///
    /// - Throws: ``SystemError`` where the kernel has none left.
    public static func udp() throws(SystemError) -> UInt16 {
        try pick(SOCK_DGRAM)
    }

    private static func pick(_ type: __socket_type) throws(SystemError) -> UInt16 {
        let number = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last("socket") }
        let descriptor = FileDescriptor(owning: number)
        var address = sockaddr_in.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The address is a sockaddr_in of the length given, which the kernel reads, then fills.
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
    /// 127.0.0.1 and a port.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}
