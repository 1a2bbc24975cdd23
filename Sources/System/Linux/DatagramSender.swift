import Glibc

/// A UDP sender to a port of 127.0.0.1, whether or not there is a receiver.
public struct DatagramSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let port: UInt16

    /// Creates a sender.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init(port: UInt16) throws(SystemError) {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_INET, type, 0)
        guard number >= 0 else { throw .last("socket") }
        descriptor = FileDescriptor(owning: number)
        self.port = port
    }

    /// Sends the bytes as one datagram; a datagram that the kernel does not accept at once is lost.
    public func send(_ bytes: [UInt8]) {
        var address = sockaddr_in.loopback(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = descriptor.number
        // Both buffers outlive the call and their lengths bound what the kernel reads.
        unsafe withUnsafeBytes(of: &address) { address in
            let pointer = unsafe address.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            _ = unsafe bytes.withUnsafeBytes {
                unsafe sendto(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }
}
