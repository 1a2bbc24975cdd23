import CLinux
import Glibc

/// A network address to connect to by TCP.
public struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]

    /// The address as text, in the format of ``ListeningSocket/name``: `127.0.0.1:8947` or `[::1]:8947`.
    public var name: String { SocketName(number: family, bytes: bytes).text }

    /// Resolves a host: a name, an IPv4 or an IPv6 address.
    ///
    /// May block on a name server.
    ///
    /// - Throws: ``ResolveError`` if the name is unknown.
    public static func resolve(host: String, port: UInt16) throws(ResolveError) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        // getaddrinfo allocates the list, which is freed on every path after the bytes were copied.
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else {
            if host == "localhost" { return try loopback(port: port) }
            throw ResolveError(host: host, reason: unsafe String(cString: gai_strerror(code)))
        }
        defer { unsafe freeaddrinfo(list) }
        return unsafe addresses(in: list)
    }

    /// Returns the addresses that `localhost` always has (RFC 6761, 6.3): a fresh debootstrap has no /etc/hosts.
    static func loopback(port: UInt16) throws(ResolveError) -> [SocketAddress] {
        try resolve(host: "::1", port: port) + resolve(host: "127.0.0.1", port: port)
    }

    /// Returns the address 127.0.0.1 with a port.
    static func ipv4Loopback(port: UInt16) -> SocketAddress {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        // The bytes of one value.
        return SocketAddress(family: AF_INET, bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
    }

    /// Lends the address to a call.
    func lend<Result>(to call: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
        // The bytes are a socket address of its family, and outlive the call.
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe call(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }

    /// Gives the address to a socket; `subject` names it in an error.
    func bind(_ descriptor: borrowing FileDescriptor, _ subject: String = "") throws(SystemError) {
        let number = descriptor.number
        guard unsafe lend(to: { unsafe Glibc.bind(number, $0, $1) }) == 0 else { throw .last("bind", subject) }
    }

    private static func addresses(in list: UnsafeMutablePointer<addrinfo>?) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            let length = unsafe Int(entry.pointee.ai_addrlen)
            // `ai_addr` points to `ai_addrlen` bytes as long as the list lives.
            let bytes = unsafe UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: length)
            unsafe addresses.append(SocketAddress(family: entry.pointee.ai_family, bytes: Array(bytes)))
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }
}

/// A host name that could not be resolved.
public struct ResolveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let host: String
    /// The reason, as the text of the C library.
    public let reason: String

    /// One line: the host and the reason.
    public var description: String { "\(host): \(reason)" }
}
