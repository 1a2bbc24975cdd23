import Glibc

extension FileDescriptor {
    /// A second descriptor of what another one, which somebody else owns, has open.
    ///
    /// - Throws: ``SystemError`` where the number is not open or the process has no descriptor left.
    public static func duplicate(of number: Int32) throws(SystemError) -> FileDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last("fcntl", "descriptor \(number)") }
        return FileDescriptor(owning: copy)
    }

    /// Gives the descriptor to somebody who will close it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

extension FileDescriptor {
    /// Keeps it from the programs that this one starts.
    ///
    /// - Throws: ``SystemError``, `EBADF` where it is not open.
    borrowing func closeOnExec() throws(SystemError) {
        guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { throw .last("fcntl", "descriptor \(number)") }
    }
}
