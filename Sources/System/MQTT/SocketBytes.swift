import Glibc

/// The counters of a TCP socket.
enum SocketBytes {
    /// The offset of `tcpi_bytes_received` in `struct tcp_info` of <linux/tcp.h>, which is part of the kernel's interface
    /// since Linux 4.1; the struct of the C library ends before it.
    private static let offset = 128

    /// Returns the number of bytes that the kernel has received; 0 if it does not count them.
    static func received(_ number: Int32) -> UInt64 {
        var info = [UInt64](repeating: 0, count: offset / 8 + 1)
        var length = socklen_t(info.count * 8)
        // The kernel writes at most `length` bytes into the array.
        let result = unsafe getsockopt(number, Int32(IPPROTO_TCP), TCP_INFO, &info, &length)
        return result == 0 && Int(length) >= info.count * 8 ? info[offset / 8] : 0
    }
}
