import CLinux
import Glibc

/// Tells that files have come into a directory: the kernel's inotify(7).
public struct DirectoryWatcher: ~Copyable, Sendable {
    /// What to wait on: readable once something has come.
    public let descriptor: FileDescriptor

    /// Begins to watch; what comes from now on is told.
    ///
    /// - Throws: ``SystemError`` with the path, `ENOENT` where there is no such directory.
    public init(_ path: String) throws(SystemError) {
        let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard number >= 0 else { throw .last("inotify_init1") }
        let descriptor = FileDescriptor(owning: number)
        // Written to its end or renamed into it. The path is lent to the call as a C string.
        let watch = unsafe inotify_add_watch(number, path, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR))
        guard watch >= 0 else { throw .last("inotify_add_watch", path) }
        self.descriptor = descriptor
    }

    /// Takes what has come; answers whether anything has.
    public func drain() -> Bool {
        var hasCome = false
        while let bytes = try? descriptor.read(upTo: 4096), !bytes.isEmpty { hasCome = true }
        return hasCome
    }
}
