import Glibc

/// The address of one end of a socket, as the kernel reports it.
struct SocketName {
    /// AF_UNIX, AF_INET and so on.
    let number: Int32
    /// The raw socket address: family, port and address.
    let bytes: [UInt8]

    /// Returns the address of the socket's own end.
    static func own(of descriptor: borrowing FileDescriptor) throws(SystemError) -> SocketName {
        let number = descriptor.number
        return try unsafe read("getsockname") { unsafe getsockname(number, $0, $1) }
    }

    /// Returns the address of the other end.
    static func peer(of descriptor: borrowing FileDescriptor) throws(SystemError) -> SocketName {
        let number = descriptor.number
        return try unsafe read("getpeername") { unsafe getpeername(number, $0, $1) }
    }

    private static func read(
        _ name: String, _ call: (UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SystemError) -> SocketName {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // The kernel fills at most `length` bytes of the storage, which fits addresses of every family.
        let result = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe call(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { throw .last(name) }
        let count = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        let bytes = unsafe withUnsafeBytes(of: &storage) { unsafe Array($0.prefix(count)) }
        return SocketName(number: Int32(storage.ss_family), bytes: bytes)
    }

    /// The kind of address; nil for any other than local and IP.
    var family: SocketFamily? {
        switch number {
        case AF_UNIX: .local
        case AF_INET, AF_INET6: .network
        default: nil
        }
    }

    /// The port, at the same offset in both families (ip(7), ipv6(7)).
    var port: UInt16? {
        guard family == .network, bytes.count >= 4 else { return nil }
        return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }

    /// The IP address: bytes 4 to 8 of IPv4, 8 to 24 of IPv6.
    var address: PeerAddress? {
        switch number {
        case AF_INET where bytes.count >= 8: PeerAddress(bytes: Array(bytes[4..<8]))
        case AF_INET6 where bytes.count >= 24: PeerAddress(bytes: Array(bytes[8..<24]))
        default: nil
        }
    }

    /// The address as text: a path, or an address and port such as `[::1]:8947`; empty if there is none.
    var text: String {
        if family == .local { return String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self) }
        guard let address, let port else { return "" }
        return address.text.contains(":") ? "[\(address.text)]:\(port)" : "\(address.text):\(port)"
    }
}

/// The kind of a socket's address.
public enum SocketFamily: Hashable, Sendable {
    /// A file of this machine (unix(7)).
    case local
    /// An IP address and a port (ip(7), ipv6(7)).
    case network
}
