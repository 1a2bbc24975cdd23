import Glibc

/// The TCP socket of a connection, which libmosquitto owns.
enum MQTTSocket {
    /// The offset of `tcpi_bytes_received` in `struct tcp_info` of <linux/tcp.h>, which is part of the kernel's interface
    /// since Linux 4.1; the struct of the C library ends before it.
    private static let offset = 128

    /// Returns the number of bytes that the kernel has received; 0 if it does not count them.
    static func receivedBytes(_ number: Int32) -> UInt64 {
        var info = [UInt64](repeating: 0, count: offset / 8 + 1)
        var length = socklen_t(info.count * 8)
        // The kernel writes at most `length` bytes into the array.
        let result = unsafe getsockopt(number, Int32(IPPROTO_TCP), TCP_INFO, &info, &length)
        return result == 0 && Int(length) >= info.count * 8 ? info[offset / 8] : 0
    }

    /// Sends the TCP acknowledgement that waits up to 40 ms for data to go with.
    ///
    /// mosquitto holds back further PUBACKs until then, since it does not switch Nagle's algorithm off.
    static func acknowledgeAtOnce(_ number: Int32) {
        set(TCP_QUICKACK, to: 1, number)
    }

    /// Collects the packets of several messages into full segments, until it is set to false.
    ///
    /// The library writes each packet alone. With Nagle's algorithm the second would wait 40 ms for the broker's delayed
    /// acknowledgement, and without it each would have its own segment.
    static func setCorked(_ number: Int32, _ isCorked: Bool) {
        set(TCP_CORK, to: isCorked ? 1 : 0, number)
    }

    private static func set(_ option: Int32, to value: Int32, _ number: Int32) {
        var value = value
        // One Int32, as its size says; a refusal costs only time or segments.
        _ = unsafe setsockopt(number, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
