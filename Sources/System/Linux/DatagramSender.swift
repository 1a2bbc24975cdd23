import Glibc

/// A UDP sender to one address, whether or not there is a receiver.
public final class DatagramSender: Sendable {
    private let descriptor: FileDescriptor
    private let address: SocketAddress

    /// Creates a sender to a port of 127.0.0.1.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public convenience init(port: UInt16) throws(SystemError) {
        try self.init(to: .ipv4Loopback(port: port))
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
        let descriptor = try FileDescriptor.socket(family, SOCK_DGRAM)
        try SocketOption.broadcast.set(1, on: descriptor.number)
        return descriptor
    }

    /// Sends the bytes as one datagram; a datagram that the kernel does not accept at once is lost.
    ///
    /// - Returns: the reason why the kernel did not accept it; nil if it did.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> SystemError? {
        let number = descriptor.number
        let count = unsafe address.lend { pointer, length in
            // Both buffers outlive the call and their lengths bound what the kernel reads.
            unsafe bytes.withUnsafeBytes {
                unsafe sendto(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
        return count < 0 ? .last("send") : nil
    }
}
