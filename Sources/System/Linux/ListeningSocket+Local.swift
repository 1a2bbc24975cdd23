import CLinux
import Glibc

extension ListeningSocket {
    /// Listens at a path, and replaces a socket left there by an earlier process.
    ///
    /// The mode of the file and of its parent directories decide who may connect. The caller ensures that no other
    /// process is listening there.
    ///
    /// - Parameters:
    ///   - path: The socket's file, 107 bytes at most.
    ///   - mode: Its permissions, regardless of the umask.
    ///   - backlog: The maximum number of pending connections.
    /// - Returns: The socket.
    /// - Throws: ``SystemError`` with the call and the path.
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
        // The new file has at most this mode from the start (unix(7)); chmod adds what the umask removed.
        guard fchmod(descriptor.number, mode) == 0 else { throw .last("fchmod", path) }
        guard unsafe address.call(descriptor, { unsafe bind($0, $1, $2) }) == 0 else { throw .last("bind", path) }
        guard unsafe chmod(path, mode) == 0 else { throw .last("chmod", path) }
        guard Glibc.listen(descriptor.number, waiting) == 0 else { throw .last("listen", path) }
        return descriptor
    }
}
