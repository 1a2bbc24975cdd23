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
}
