import CLinux
import Glibc

/// The lock that a daemon holds in its directory while it runs, so that only one runs at a time.
///
/// A lock of the open file description (`F_OFD_SETLK` of fcntl(2)) on the whole file: the kernel releases it when the
/// process ends for any reason, and others can test it without taking it. The file stays and has no meaning of its own.
///
/// Whoever may read a file may also hold a read lock on it for ever. A file of mode 0600 therefore decides, with a write
/// lock; a lock that others can see has a second, readable file, which the holder locks for reading, as anybody may.
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
            case .held(let path): "another instance is already running: \(path) is locked"
            case .system(let error): error.description
            }
        }
    }

    private let deciding: FileDescriptor
    private let visible: FileDescriptor?

    /// Acquires the lock and holds it for the lifetime of the value.
    ///
    /// - Parameters:
    ///   - path: The lock file, created if missing (mode 0600).
    ///   - isVisible: Whether the group can test the lock: the file has mode 0640 then, and a hidden one beside it decides.
    /// - Throws: ``LockError``.
    public init(_ path: String, isVisible: Bool = false) throws(LockError) {
        let first = try Self.lock(isVisible ? Self.hidden(path) : path, mode: 0o600, type: F_WRLCK, reportedAs: path)
        var second: FileDescriptor?
        if isVisible { second = try Self.lock(path, mode: 0o640, type: F_RDLCK, reportedAs: path) }
        deciding = first
        visible = second
    }

    private static func lock(
        _ path: String, mode: mode_t, type: Int32, reportedAs shown: String
    ) throws(LockError) -> FileDescriptor {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
        guard number >= 0 else { throw .system(.last("open", path)) }
        let file = FileDescriptor(owning: number)
        // One of an earlier version has mode 0640. Only its owner may change that, and to others it makes no difference.
        _ = fchmod(number, mode)
        var request = wholeFile(type)
        // The kernel reads one value.
        guard unsafe fcntl(number, whereismy_set_lock, &request) == 0 else {
            let error = SystemError.last("lock", path)
            throw [EAGAIN, EACCES].contains(error.code) ? .held(path: shown) : .system(error)
        }
        return file
    }

    /// Returns the path of the file that decides on a visible lock.
    private static func hidden(_ path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return "\(path.dropLast(name.count)).\(name)"
    }

    /// Returns true while a process holds the lock; false also if that cannot be determined.
    public static func isHeld(_ path: String) -> Bool {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return false }
        let file = FileDescriptor(owning: number)
        var conflict = wholeFile(F_WRLCK)
        // The kernel writes the conflicting lock, if any, into one value.
        let result = unsafe fcntl(file.number, whereismy_test_lock, &conflict)
        return result == 0 && conflict.l_type != Int16(F_UNLCK)
    }

    /// Offset 0 and length 0: the whole file, however long it grows.
    private static func wholeFile(_ type: Int32) -> flock {
        flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }
}
