import Glibc

extension FileDescriptor {
    /// Duplicates a descriptor that someone else owns.
    ///
    /// - Throws: ``SystemError`` if the number is not open or the process is out of descriptors.
    public static func duplicate(of number: Int32) throws(SystemError) -> FileDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last("fcntl", "descriptor \(number)") }
        return FileDescriptor(owning: copy)
    }

    /// Returns the number; the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

extension FileDescriptor {
    /// Closes the descriptor in programs that this one starts.
    ///
    /// - Throws: ``SystemError``, `EBADF` if it is not open.
    borrowing func closeOnExec() throws(SystemError) {
        guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { throw .last("fcntl", "descriptor \(number)") }
    }
}
