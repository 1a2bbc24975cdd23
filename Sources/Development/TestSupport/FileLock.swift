import Glibc
public import Linux

/// A lock on a whole file that makes others wait who want it (flock(2)), as one who writes it holds.
public final class FileLock: Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock, and makes the file where it is not there.
    ///
    /// - Throws: ``SystemError`` with the path.
    public init(_ path: String) throws(SystemError) {
        // The path is lent to the call as a C string.
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw .last("open", path) }
        descriptor = FileDescriptor(owning: number)
        guard flock(number, LOCK_EX) == 0 else { throw .last("flock", path) }
    }

    /// Lets go of it.
    public func release() {
        _ = flock(descriptor.number, LOCK_UN)
    }
}
