import CLinux
import Glibc

/// Non-blocking operations on TCP sockets.
public enum TCPSocket {
    /// Starts to connect; the socket becomes writable when the attempt has ended either way.
    ///
    /// - Throws: ``SystemError`` if the attempt failed at once.
    public static func connect(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        let descriptor = try FileDescriptor.socket(address.family, SOCK_STREAM)
        let number = descriptor.number
        let result = unsafe address.lend { unsafe Glibc.connect(number, $0, $1) }
        let error = SystemError.last("connect")
        guard result == 0 || error.code == EINPROGRESS else { throw error }
        return descriptor
    }

    /// Returns the error of a connection attempt; nil if it succeeded.
    public static func connectionError(of descriptor: borrowing FileDescriptor) -> SystemError? {
        do throws(SystemError) {
            let code = try SocketOption.pendingError.value(on: descriptor.number)
            return code == 0 ? nil : SystemError("connect", code: code)
        } catch {
            return error
        }
    }

    /// Sends as many bytes as the kernel accepts now, without SIGPIPE.
    ///
    /// - Returns: The number of bytes sent.
    /// - Throws: ``SystemError`` with the reason of `send`.
    public static func send(_ bytes: [UInt8], to descriptor: borrowing FileDescriptor) throws(SystemError) -> Int {
        try send(bytes, to: descriptor.number)
    }

    /// Sends as many bytes to an open socket as the kernel accepts now, without blocking and without SIGPIPE.
    ///
    /// - Returns: The number of bytes sent.
    /// - Throws: ``SystemError`` with the reason of `send`.
    public static func send(_ bytes: [UInt8], to number: Int32) throws(SystemError) -> Int {
        // The array outlives the call and its count bounds what the kernel reads.
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(number, $0.baseAddress, $0.count, flags)
        }
        guard count >= 0 else { throw .last("send") }
        return count
    }

    /// Shuts down both directions of a connection of any family; its owner still closes it.
    public static func shutDown(_ number: Int32) {
        _ = shutdown(number, Int32(SHUT_RDWR))
    }

    /// Shuts down the sending direction, so that the other side reads an end.
    public static func shutDownSending(_ number: Int32) {
        _ = shutdown(number, Int32(SHUT_WR))
    }
}
