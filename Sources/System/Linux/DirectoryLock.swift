import CLinux
import Glibc

/// The lock that a daemon holds in its directory while it runs, so that only one runs at a time.
///
/// A lock of the open file description (`F_OFD_SETLK` of fcntl(2)) on the whole file: the kernel releases it when the
/// process ends for any reason, and others can test it without taking it. The file stays; the number in it is that of the
/// process that locked it last, for messages only.
///
/// A user who may read a file may also hold a read lock on it for ever. A file of mode 0600 therefore decides, with a write
/// lock; a lock that others can see has a second, readable file, which the holder locks for reading, as anybody may.
public struct DirectoryLock: ~Copyable, Sendable {
    /// Why the lock was not acquired.
    public enum LockError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another process holds it, with this number if that is known.
        case held(path: String, process: Int32?)
        /// The file cannot be made, opened or locked.
        case system(SystemError)

        /// One line: what failed and why.
        public var description: String {
            switch self {
            case .held(let path, let process):
                "already running here\(process.map { " (process \($0))" } ?? ""): \(path) is locked"
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
        Self.storeProcess(in: first)
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
            guard [EAGAIN, EACCES].contains(error.code) else { throw .system(error) }
            // Others can write nothing into a file of mode 0600.
            throw .held(path: shown, process: type == F_WRLCK ? storedProcess(in: file) : nil)
        }
        return file
    }

    /// Writes the number of this process; fcntl returns no process for the lock of an open file description.
    private static func storeProcess(in file: borrowing FileDescriptor) {
        // Without the number, the message about a second instance has none.
        guard ftruncate(file.number, 0) == 0 else { return }
        try? file.write(Array("\(getpid())\n".utf8))
    }

    /// Reads the number of the process that holds the lock; nil if it has not stored one.
    private static func storedProcess(in file: borrowing FileDescriptor) -> Int32? {
        guard let bytes = try? file.read(upTo: 16), bytes.last == 0x0A else { return nil }
        return Int32(String(decoding: bytes.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
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
