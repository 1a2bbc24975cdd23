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
