import Basics
import CLinux
import Glibc

/// A wait for one of several descriptors: poll(2).
public enum Poll {
    /// A descriptor and the event to wait for.
    public struct Interest: Sendable {
        let number: Int32
        let events: Int16

        /// Waits for data to read, or for the end.
        public static func readable(_ descriptor: borrowing FileDescriptor) -> Interest {
            Interest(number: descriptor.number, events: Int16(POLLIN))
        }

        /// Waits for room to write, or for the end of a connection attempt.
        public static func writable(_ descriptor: borrowing FileDescriptor) -> Interest {
            Interest(number: descriptor.number, events: Int16(POLLOUT))
        }

        /// Waits for data, for room to write, or only for a failure, on a descriptor that another library owns.
        public static func descriptor(_ number: Int32, reads: Bool, writes: Bool) -> Interest {
            Interest(number: number, events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)))
        }
    }

    /// Waits until a descriptor is ready, at most `timeout`, without limit if nil.
    ///
    /// - Returns: For each interest, in order, true if it is ready; all false on a timeout or a signal.
    public static func wait(_ interests: [Interest], timeout: Duration? = nil) -> [Bool] {
        var entries = interests.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
        let milliseconds = timeout.map { Int32(clamping: $0.milliseconds) } ?? -1
        let count = nfds_t(entries.count)
        // The array outlives the call and its count bounds what the kernel touches.
        let ready = unsafe entries.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, count, milliseconds) }
        return entries.map { ready > 0 && $0.revents != 0 }
    }

    /// Waits until one of some descriptors has data to read or has ended, by their numbers, at most `timeout`.
    public static func wait(readable numbers: [Int32], timeout: Duration? = nil) {
        _ = wait(numbers.map { Interest(number: $0, events: Int16(POLLIN)) }, timeout: timeout)
    }

    /// Waits for one descriptor, at most `timeout`, without limit if nil; returns true if it is ready.
    public static func wait(for interest: Interest, timeout: Duration? = nil) -> Bool {
        wait([interest], timeout: timeout).contains(true)
    }

    /// Waits for one descriptor until an uptime, on after a signal, which ends poll(2) early; returns true if it is ready.
    public static func wait(for interest: Interest, until deadline: Duration) -> Bool {
        var left = deadline - SystemClock.uptime
        while left > .zero {
            if wait(for: interest, timeout: left) { return true }
            left = deadline - SystemClock.uptime
        }
        return false
    }
}
