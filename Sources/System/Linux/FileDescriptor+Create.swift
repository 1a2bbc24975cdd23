import Glibc

extension FileDescriptor {
    /// Creates a new empty file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: Its permissions, reduced by the umask.
    /// - Returns: The file, open for writing.
    /// - Throws: ``SystemError``, `EEXIST` if the name is taken.
    public static func create(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        // The path is lent to the call as a C string.
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last("open", path) }
        return FileDescriptor(owning: number)
    }
}

extension SystemError {
    /// True if the name is taken already.
    public var isAlreadyPresent: Bool { code == EEXIST }
}
