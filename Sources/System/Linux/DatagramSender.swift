import Glibc

/// Sends UDP datagrams to a port of 127.0.0.1, whether somebody receives them or not.
public struct DatagramSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let port: UInt16

    /// Makes a sender.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init(port: UInt16) throws(SystemError) {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_INET, type, 0)
        guard number >= 0 else { throw .last("socket") }
        descriptor = FileDescriptor(owning: number)
        self.port = port
    }

    /// Sends the bytes as one datagram; what the kernel does not take at once is lost, as on any such line.
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
