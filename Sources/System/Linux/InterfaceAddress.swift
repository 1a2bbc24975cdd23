import Glibc

/// An Internet address of a network interface of this machine (getifaddrs(3)).
public struct InterfaceAddress: Hashable, Sendable {
    /// The name of the interface, such as `eth0`.
    public let interface: String
    /// The numeric address, such as `192.168.1.5`.
    public let address: String

    /// The flags of an interface (netdevice(7)): IFF_UP, IFF_LOOPBACK and IFF_RUNNING.
    private static let (up, loopback, running): (UInt32, UInt32, UInt32) = (0x1, 0x8, 0x40)

    /// Creates an address.
    public init(interface: String, address: String) {
        self.interface = interface
        self.address = address
    }

    /// The addresses of the interfaces that are connected, without loopback, in the kernel's order; empty if the kernel
    /// lists none.
    public static var connected: [InterfaceAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        // getifaddrs allocates the list, which is freed after its names and addresses were copied.
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [InterfaceAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe read(entry.pointee) { addresses.append(address) }
            unsafe next = entry.pointee.ifa_next
        }
        return addresses
    }

    private static func read(_ entry: ifaddrs) -> InterfaceAddress? {
        let flags = unsafe entry.ifa_flags
        guard flags & (up | running) == up | running, flags & loopback == 0 else { return nil }
        guard let socketAddress = unsafe entry.ifa_addr, let name = unsafe entry.ifa_name else { return nil }
        let family = unsafe Int32(socketAddress.pointee.sa_family)
        guard let length = [AF_INET: MemoryLayout<sockaddr_in>.size, AF_INET6: MemoryLayout<sockaddr_in6>.size][family]
        else { return nil }
        // The address has the length of its family, and the name ends with a NUL.
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: socketAddress, count: length))
        guard let text = SocketName(number: family, bytes: bytes).address?.text else { return nil }
        return InterfaceAddress(interface: unsafe String(cString: name), address: text)
    }
}
