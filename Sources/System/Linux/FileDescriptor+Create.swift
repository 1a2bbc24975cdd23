import Glibc

extension FileDescriptor {
    /// Makes an empty file that was not there.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: Its permissions, less those that the umask takes away.
    /// - Returns: It, open for writing.
    /// - Throws: ``SystemError``, `EEXIST` where there is something of that name.
    public static func create(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        // The path is lent to the call as a C string.
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last("open", path) }
        return FileDescriptor(owning: number)
    }
}

extension SystemError {
    /// Whether it says that there is something of that name already.
    public var isAlreadyPresent: Bool { code == EEXIST }
}
