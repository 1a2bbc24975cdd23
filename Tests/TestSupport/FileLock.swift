import Glibc
public import Linux

/// A blocking lock on a whole file (flock(2)), as held by its writers.
public final class FileLock: Sendable {
    private let descriptor: FileDescriptor

    /// Acquires the lock, and creates the file if missing.
    ///
    /// - Throws: ``SystemError`` with the path.
    public init(_ path: String) throws(SystemError) {
        // The path is lent to the call as a C string.
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw .last("open", path) }
        descriptor = FileDescriptor(owning: number)
        guard flock(number, LOCK_EX) == 0 else { throw .last("flock", path) }
    }

    /// Releases the lock.
    public func release() {
        _ = flock(descriptor.number, LOCK_UN)
    }
}
