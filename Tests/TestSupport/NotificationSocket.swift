import Glibc
public import Linux
import Synchronization

/// A stand-in for systemd: a local socket that receives a service's notifications as datagrams (sd_notify(3)).
public final class NotificationSocket: Sendable {
    private let descriptor: FileDescriptor
    private let received = Mutex<[String]>([])

    /// Creates the socket's file.
    ///
    /// - Throws: ``SystemError`` if it cannot be created there.
    public init(path: String) throws(SystemError) {
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard number >= 0 else { throw .last("socket") }
        descriptor = FileDescriptor(owning: number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= room else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        // The path is shorter than its field, which is all zeros; the address is one sockaddr_un of that size.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw .last("bind", path) }
    }

    /// All notifications so far.
    public var all: [String] {
        while let bytes = try? descriptor.read(upTo: 4096) {
            received.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        return received.withLock { $0 }
    }

    /// Discards the notifications so far.
    public func clear() {
        _ = all
        received.withLock { $0 = [] }
    }

    /// Waits for a notification, at most `limit`; returns true if it has arrived.
    public func receives(_ notification: String, within limit: Duration) -> Bool {
        let deadline = SystemClock.uptime + limit
        while !all.contains(notification) {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([.readable(descriptor)], timeout: rest)
        }
        return true
    }
}
