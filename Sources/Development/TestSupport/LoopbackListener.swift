import Glibc
import Linux

/// A TCP server socket on a free port of 127.0.0.1.
struct LoopbackListener: ~Copyable, Sendable {
    let descriptor: FileDescriptor
    let port: UInt16

    /// Listens on that port, or on a free one with 0.
    init(port: UInt16 = 0) throws(SystemError) {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last("socket") }
        let descriptor = FileDescriptor(owning: number)
        self.port = try Self.listen(on: descriptor, port: port)
        self.descriptor = descriptor
    }

    /// Binds the socket and starts to listen; returns its port.
    private static func listen(on descriptor: borrowing FileDescriptor, port: UInt16) throws(SystemError) -> UInt16 {
        let number = descriptor.number
        var one: Int32 = 1
        // One Int32, as its size says.
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The address is one sockaddr_in of that size, on this stack, in both calls.
        let result = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard unsafe bind(number, $0, length) == 0, Glibc.listen(number, 16) == 0 else { return Int32(-1) }
                return unsafe getsockname(number, $0, &length)
            }
        }
        guard result == 0 else { throw .last("bind", "127.0.0.1:\(port)") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Returns the next client; nil once the listener is shut down.
    func accept() -> FileDescriptor? {
        let number = Glibc.accept(descriptor.number, nil, nil)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(owning: number)
    }

    /// Ends ``accept()`` on another thread.
    func shutDown() {
        shutdown(descriptor.number, Int32(SHUT_RDWR))
    }
}
