import CLinux
import Glibc

extension FileDescriptor {
    /// Opens a file for reading.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `open`.
    public static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        // The path is lent to the call as a C string.
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last("open", path) }
        return FileDescriptor(owning: number)
    }

    /// Duplicates standard input.
    ///
    /// - Throws: ``SystemError`` if it is closed.
    public static func standardInput() throws(SystemError) -> FileDescriptor {
        let number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw .last("open", "standard input") }
        return FileDescriptor(owning: number)
    }

    /// The size of a regular file in bytes; nil for a pipe, a device or anything else without an end.
    public var regularSize: Int? {
        var status = stat()
        // The kernel fills one value.
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
