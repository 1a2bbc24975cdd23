import CLinux
import Glibc

extension ListeningSocket {
    /// Listens at a path, in place of a socket that an earlier process has left there.
    ///
    /// Who may connect is a matter of the file's mode and of the directories above it. The caller has to make sure that
    /// no other process is listening there.
    ///
    /// - Parameters:
    ///   - path: The socket's file, 107 bytes at most.
    ///   - mode: Its permissions, whatever the umask is.
    ///   - waiting: How many may wait to be accepted.
    /// - Returns: The socket.
    /// - Throws: ``SystemError`` naming the call and the path.
    public static func local(_ path: String, mode: UInt32, backlog: Int32) throws(SystemError) -> ListeningSocket {
        try ListeningSocket(listen(at: path, mode: mode, backlog: backlog), removing: path)
    }

    static func listen(
        at path: String, mode: UInt32, backlog waiting: Int32
    ) throws(SystemError) -> FileDescriptor {
        let descriptor = try LocalAddress.socket()
        var address = try LocalAddress(path)
        // The path is lent to the calls as a C string.
        guard unsafe unlink(path) == 0 || whereismy_errno() == ENOENT else { throw .last("unlink", path) }
        // The new file has this mode at most from the start (unix(7)), and what the umask took of it just after.
        guard fchmod(descriptor.number, mode) == 0 else { throw .last("fchmod", path) }
        guard unsafe address.call(descriptor, { unsafe bind($0, $1, $2) }) == 0 else { throw .last("bind", path) }
        guard unsafe chmod(path, mode) == 0 else { throw .last("chmod", path) }
        guard Glibc.listen(descriptor.number, waiting) == 0 else { throw .last("listen", path) }
        return descriptor
    }
}
