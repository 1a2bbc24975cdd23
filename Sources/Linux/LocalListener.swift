import CLinux
import Glibc

/// A local socket that others connect to, removed when its owner lets go of it.
///
/// Who may connect is a matter of the file's mode and of the directories above it.
public struct LocalListener: ~Copyable, Sendable {
    private let path: String
    private let descriptor: FileDescriptor

    /// Listens at a path, in place of a socket that an earlier process has left there.
    ///
    /// The caller has to make sure that no other process is listening there.
    ///
    /// - Parameters:
    ///   - path: the socket's file, 107 bytes at most.
    ///   - mode: its permissions, whatever the umask is.
    ///   - waiting: how many may wait to be accepted.
    /// - Throws: ``SystemError`` naming the call and the path.
    public init(_ path: String, mode: UInt32, waiting: Int32) throws(SystemError) {
        descriptor = try Self.listen(path, mode, waiting)
        self.path = path
    }

    deinit {
        unsafe unlink(path)
    }

    /// What to wait for: somebody has connected.
    public var interest: Poll.Interest { .readable(descriptor) }

    /// The next connection, which never blocks; nil where nobody waits any more.
    public borrowing func accept() -> FileDescriptor? {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = whereismy_accept(descriptor.number, flags)
        return number >= 0 ? FileDescriptor(owning: number) : nil
    }

    static func listen(
        _ path: String, _ mode: UInt32, _ waiting: Int32
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
