import Linux

/// A watch on a directory that may be missing, or be replaced.
struct CommitWatch {
    /// The interval between attempts to watch a directory that is missing or cannot be watched.
    private static let retryInterval: Duration = .seconds(10)

    private final class Watch {
        let watcher: DirectoryWatcher

        init(_ path: String) throws(SystemError) { watcher = try DirectoryWatcher(path) }
    }

    private let path: String
    private var watch: Watch?
    private var notBefore: Duration = .zero

    /// Creates a watch; the first call of ``hasChanged(at:)`` reports a change.
    init(_ path: String) { self.path = path }

    /// The descriptor to wait on; nil while the directory is missing.
    var descriptor: Int32? { watch?.watcher.descriptor.number }

    /// The uptime of the next attempt to watch; nil while it is watched.
    var deadline: Duration? { watch == nil ? notBefore : nil }

    /// Returns true if a file has arrived, or may have: a directory that cannot be watched is polled.
    mutating func hasChanged(at uptime: Duration) -> Bool {
        if let watch {
            let change = watch.watcher.take()
            if change == .removal { self.watch = nil }
            return change != .none
        }
        guard uptime >= notBefore else { return false }
        notBefore = uptime + Self.retryInterval
        watch = try? Watch(path)
        return true
    }
}
