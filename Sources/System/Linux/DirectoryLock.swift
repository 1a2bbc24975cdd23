import CLinux
import Glibc

/// The lock that a daemon holds in its directory as long as it runs, so that there is one at a time.
///
/// A write lock of the open file (`F_OFD_SETLK` of fcntl(2)) on the whole file: the kernel lets go of it when the
/// process ends, however it ends, and others can see it without taking it. The file stays; it means nothing by itself.
public struct DirectoryLock: ~Copyable, Sendable {
    /// Why the lock could not be had.
    public enum LockError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another process holds it.
        case held(path: String)
        /// The file cannot be made, opened or locked.
        case system(SystemError)

        /// One line: what failed and why.
        public var description: String {
            switch self {
            case .held(let path): "\(path): locked by another process that is running"
            case .system(let error): error.description
            }
        }
    }

    private let file: FileDescriptor

    /// Takes the lock, and keeps it until the value is let go of.
    ///
    /// - Parameter path: the file, made when it is not there (mode 0640).
    /// - Throws: ``LockError``.
    public init(_ path: String) throws(LockError) {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard number >= 0 else { throw .system(.last("open", path)) }
        let file = FileDescriptor(owning: number)
        var request = Self.wholeFile
        // The kernel reads the one value whose address it gets.
        guard unsafe fcntl(number, whereismy_set_lock, &request) == 0 else {
            let error = SystemError.last("lock", path)
            throw [EAGAIN, EACCES].contains(error.code) ? .held(path: path) : .system(error)
        }
        self.file = file
    }

    /// Whether a process holds the lock; false as well when that cannot be found out.
    public static func isHeld(_ path: String) -> Bool {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return false }
        let file = FileDescriptor(owning: number)
        var answer = wholeFile
        // The kernel writes the lock in the way, if any, into the one value whose address it gets.
        let result = unsafe fcntl(file.number, whereismy_test_lock, &answer)
        return result == 0 && answer.l_type != Int16(F_UNLCK)
    }

    /// From the start for no length, which means to the end wherever that is.
    private static var wholeFile: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }
}
