import CLinux
import Glibc

/// A watch on files that arrive in a directory: the kernel's inotify(7).
public struct DirectoryWatcher: ~Copyable, Sendable {
    /// The descriptor to wait on: readable once a file has arrived.
    public let descriptor: FileDescriptor

    /// Starts to watch; later arrivals are reported.
    ///
    /// - Throws: ``SystemError`` with the path, `ENOENT` if there is no such directory.
    public init(_ path: String) throws(SystemError) {
        let descriptor = try FileDescriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), of: "inotify_init1")
        let number = descriptor.number
        // Closed after writing, or renamed into it. The path is lent to the call as a C string.
        let watch = unsafe inotify_add_watch(number, path, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR))
        guard watch >= 0 else { throw .last("inotify_add_watch", path) }
        self.descriptor = descriptor
    }

    /// Discards the pending events; returns true if there were any.
    public func drain() -> Bool { take() != .none }

    /// A change of a directory.
    public enum Change: Hashable, Sendable {
        /// Nothing.
        case none
        /// Files have arrived.
        case arrival
        /// The directory was removed: nothing is reported any more.
        case removal
    }

    /// Takes the pending events.
    public func take() -> Change {
        var change = Change.none
        while let bytes = try? descriptor.read(upTo: 4096), !bytes.isEmpty {
            if change != .removal { change = Self.hasRemoval(bytes) ? .removal : .arrival }
        }
        return change
    }

    /// Returns true if one of the events is `IN_IGNORED`, the last one of a watch (inotify(7)).
    private static func hasRemoval(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start + headSize <= bytes.count {
            let (mask, nameLength) = (number(in: bytes, at: start + 4), number(in: bytes, at: start + 12))
            if mask & UInt32(IN_IGNORED) != 0 { return true }
            start += headSize + Int(nameLength)
        }
        return false
    }

    /// The size of an event before its name.
    private static let headSize = 16

    private static func number(in bytes: [UInt8], at index: Int) -> UInt32 {
        let parts = bytes[index..<index + 4].map(UInt32.init)
        return UInt32(littleEndian: parts[0] | parts[1] << 8 | parts[2] << 16 | parts[3] << 24)
    }
}

/// A file that wakes the watchers of its directory, regardless of its content.
public enum DirectorySignal {
    /// Opens a file for writing and closes it unchanged, which every ``DirectoryWatcher`` reports; creates it if it does not
    /// exist, for root as a file of the directory's owner.
    ///
    /// - Parameters:
    ///   - path: The file; its last component must not be a link.
    ///   - mode: The permissions of a new file, reduced by the umask.
    /// - Throws: ``SystemError`` with the path, `ENOENT` if there is no such directory.
    public static func raise(_ path: String, mode: UInt32) throws(SystemError) {
        try FileOwner.createForDirectoryOwner(path, mode: mode)
        // Without O_NONBLOCK, a FIFO of that name would block the program.
        _ = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: mode)
    }
}
