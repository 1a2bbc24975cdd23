import CCrashHandler

/// An empty file that a crash of one thread leaves, so that the next process knows whose work has ended this one.
///
/// ``CrashHandler`` creates it: neither a signal from outside nor a loss of power does, and neither does the crash of
/// another thread.
public struct CrashNote: Hashable, Sendable {
    /// The path of the file; its directory must exist.
    public let path: String

    /// Creates a note; the file is not touched.
    public init(path: String) {
        self.path = path
    }

    /// Makes a crash of the calling thread leave the note, until the thread ends.
    public func watchThread() {
        // The path is lent to the call as a C string, and copied.
        unsafe whereismy_crash_note_set(path)
    }

    /// True if a crash has left it.
    public var exists: Bool { (try? FileStatus(of: path)) != nil }

    /// Removes it, if a crash has left it.
    public func remove() {
        // One that stays costs a pause at the next start.
        try? DirectoryEntry.remove(path)
    }
}
