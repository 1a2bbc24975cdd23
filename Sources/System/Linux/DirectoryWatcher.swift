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
        let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard number >= 0 else { throw .last("inotify_init1") }
        let descriptor = FileDescriptor(owning: number)
        // Closed after writing, or renamed into it. The path is lent to the call as a C string.
        let watch = unsafe inotify_add_watch(number, path, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR))
        guard watch >= 0 else { throw .last("inotify_add_watch", path) }
        self.descriptor = descriptor
    }

    /// Discards the pending events; returns true if there were any.
    public func drain() -> Bool {
        var hasCome = false
        while let bytes = try? descriptor.read(upTo: 4096), !bytes.isEmpty { hasCome = true }
        return hasCome
    }
}

/// A file that wakes the watchers of its directory, whatever its content.
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
        // Without O_NONBLOCK, a FIFO of that name would block the program. The path is lent to the call as a C string.
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last("open", path) }
        _ = FileDescriptor(owning: number)
    }
}
