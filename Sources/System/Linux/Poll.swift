import Basics
import CLinux
import Glibc

/// Waits until one of several descriptors has something to say: poll(2).
public enum Poll {
    /// What to wait for on a descriptor.
    public struct Interest: Sendable {
        let number: Int32
        let events: Int16

        /// Waits for something to read, or for the end.
        public static func readable(_ descriptor: borrowing FileDescriptor) -> Interest {
            Interest(number: descriptor.number, events: Int16(POLLIN))
        }

        /// Waits for room to write, or for a connection to stand.
        public static func writable(_ descriptor: borrowing FileDescriptor) -> Interest {
            Interest(number: descriptor.number, events: Int16(POLLOUT))
        }
    }

    /// Waits, at most that long or for ever with nil; answers, in the order of the interests, which are ready.
    ///
    /// An interruption by a signal answers that none is.
    public static func wait(_ interests: [Interest], timeout: Duration? = nil) -> [Bool] {
        var entries = interests.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
        let milliseconds = timeout.map { Int32(clamping: $0.milliseconds) } ?? -1
        let count = nfds_t(entries.count)
        // The array outlives the call and its count bounds what the kernel touches.
        let ready = unsafe entries.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, count, milliseconds) }
        return entries.map { ready > 0 && $0.revents != 0 }
    }
}
