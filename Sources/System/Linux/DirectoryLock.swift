import CLinux
import Glibc

/// The lock that a daemon holds in its directory while it runs, so that only one runs at a time.
///
/// A write lock of the open file description (`F_OFD_SETLK` of fcntl(2)) on the whole file: the kernel releases it when
/// the process ends for any reason, and others can test it without taking it. The file stays and has no meaning of its
/// own.
public struct DirectoryLock: ~Copyable, Sendable {
    /// Why the lock was not acquired.
    public enum LockError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another process holds it.
        case held(path: String)
        /// The file cannot be made, opened or locked.
        case system(SystemError)

        /// One line: what failed and why.
        public var description: String {
            switch self {
            case .held(let path): "\(path): locked by another running process"
            case .system(let error): error.description
            }
        }
    }

    private let file: FileDescriptor

    /// Acquires the lock and holds it for the lifetime of the value.
    ///
    /// - Parameter path: The lock file, created if missing (mode 0640).
    /// - Throws: ``LockError``.
    public init(_ path: String) throws(LockError) {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard number >= 0 else { throw .system(.last("open", path)) }
        let file = FileDescriptor(owning: number)
        var request = Self.wholeFile
        // The kernel reads one value.
        guard unsafe fcntl(number, whereismy_set_lock, &request) == 0 else {
            let error = SystemError.last("lock", path)
            throw [EAGAIN, EACCES].contains(error.code) ? .held(path: path) : .system(error)
        }
        self.file = file
    }

    /// Returns true while a process holds the lock; false also if that cannot be determined.
    public static func isHeld(_ path: String) -> Bool {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return false }
        let file = FileDescriptor(owning: number)
        var conflict = wholeFile
        // The kernel writes the conflicting lock, if any, into one value.
        let result = unsafe fcntl(file.number, whereismy_test_lock, &conflict)
        return result == 0 && conflict.l_type != Int16(F_UNLCK)
    }

    /// Offset 0 and length 0: the whole file, however long it grows.
    private static var wholeFile: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }
}
