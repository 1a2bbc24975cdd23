import Glibc

/// A UDP sender to one address, whether or not there is a receiver.
public final class DatagramSender: Sendable {
    private let descriptor: FileDescriptor
    private let address: SocketAddress

    /// Creates a sender to a port of 127.0.0.1.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public convenience init(port: UInt16) throws(SystemError) {
        let address = sockaddr_in.loopback(port: port)
        // The bytes of one value.
        let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
        try self.init(to: SocketAddress(family: AF_INET, bytes: bytes))
    }

    /// Creates a sender to an address, which may be a broadcast address.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors, or the kernel has no sockets of that family.
    public convenience init(to address: SocketAddress) throws(SystemError) {
        self.init(try Self.socket(address.family), to: address)
    }

    private init(_ descriptor: consuming FileDescriptor, to address: SocketAddress) {
        self.descriptor = descriptor
        self.address = address
    }

    private static func socket(_ family: Int32) throws(SystemError) -> FileDescriptor {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(family, type, 0)
        guard number >= 0 else { throw .last("socket") }
        let descriptor = FileDescriptor(owning: number)
        try SocketOption.broadcast.set(1, on: number)
        return descriptor
    }

    /// Sends the bytes as one datagram; a datagram that the kernel does not accept at once is lost.
    ///
    /// - Returns: the reason why the kernel did not accept it; nil if it did.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> SystemError? {
        let number = descriptor.number
        // Both buffers outlive the call and their lengths bound what the kernel reads.
        let count = unsafe address.bytes.withUnsafeBytes { address in
            let pointer = unsafe address.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            let length = socklen_t(address.count)
            return unsafe bytes.withUnsafeBytes {
                unsafe sendto(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
        return count < 0 ? .last("send") : nil
    }
}
