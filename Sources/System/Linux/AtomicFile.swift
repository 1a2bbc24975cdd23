import CLinux
import Glibc

/// Atomic replacement of files that others read: a reader sees the old content or the new, never part of one.
///
/// The new content is written to `.NAME.new` beside the file, which is then renamed over it. That name never changes
/// and is locked during the write: the next writer overwrites what a crashed one left, and concurrent writers wait for
/// each other.
public enum AtomicFile {
    /// The identity of one content of a file, which distinguishes it from the next without reading it.
    public struct Identity: Hashable, Sendable {
        private let device: UInt64
        private let inode: UInt64
        private let size: Int64
        private let modified: [Int]

        fileprivate init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
    }

    /// Replaces the content of a file, or creates the file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its new content.
    ///   - mode: Its permissions, regardless of the umask.
    ///   - durable: If true, the content and the directory entry are on disk on return.
    /// - Returns: The identity of the new file.
    /// - Throws: ``SystemError`` with the call and the path; the file is then unchanged.
    @discardableResult
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, durable: Bool = false
    ) throws(SystemError) -> Identity {
        let name = Path(path)
        let file = try openLocked(name.temporary)
        let identity: Identity
        do throws(SystemError) {
            try fill(file, path: name.temporary, bytes: bytes, mode: mode, durable: durable)
            identity = Identity(try status(of: file, name.temporary))
            guard unsafe rename(name.temporary, path) == 0 else { throw SystemError.last("rename", path) }
        } catch {
            unsafe unlink(name.temporary)
            throw error
        }
        if durable { try synchronise(directory: name.directory) }
        return identity
    }

    /// Replaces the content of a file that a user names, or creates the file; what a link leads to, a device or a pipe is
    /// written to and stays.
    ///
    /// - Throws: ``SystemError`` with the call and the path.
    public static func store(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
        var status = stat()
        // The path is lent to the call as a C string, and the kernel fills one value.
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
            try replace(path, with: bytes, mode: mode)
            return
        }
        let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, mode: mode)
        do { try file.write(bytes) } catch { throw SystemError(error.call, path, code: error.code) }
    }

    /// Removes a file durably; does nothing if there is none.
    ///
    /// - Throws: ``SystemError`` with the path; the file may still exist then.
    public static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 || whereismy_errno() == ENOENT else { throw .last("unlink", path) }
        try synchronise(directory: Path(path).directory)
    }

    /// Returns the current identity of the file at a path; nil if there is none or it cannot be accessed.
    public static func identity(of path: String) -> Identity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identity(status)
    }
}

extension AtomicFile {
    /// The parts of a path.
    private struct Path {
        let directory: String
        let temporary: String

        init(_ path: String) {
            let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            let folder = path.dropLast(last.count)
            directory = folder.isEmpty ? "." : String(folder)
            temporary = "\(folder).\(last).new"
        }
    }

    /// Opens and locks the temporary file; tries again if another writer has renamed it meanwhile.
    private static func openLocked(_ path: String) throws(SystemError) -> FileDescriptor {
        while true {
            // Without O_NONBLOCK, a FIFO of that name would block the program.
            let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
            while flock(file.number, LOCK_EX) != 0 {
                let error = SystemError.last("flock", path)
                guard error.code == EINTR else { throw error }
            }
            let own = try status(of: file, path)
            var named = stat()
            guard unsafe stat(path, &named) == 0, named.st_ino == own.st_ino, named.st_dev == own.st_dev else {
                continue
            }
            return file
        }
    }

    private static func fill(
        _ file: borrowing FileDescriptor, path: String, bytes: [UInt8], mode: UInt32, durable: Bool
    ) throws(SystemError) {
        guard ftruncate(file.number, 0) == 0 else { throw SystemError.last("ftruncate", path) }
        guard fchmod(file.number, mode) == 0 else { throw SystemError.last("fchmod", path) }
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            throw SystemError(error.call, path, code: error.code)
        }
        guard !durable || fsync(file.number) == 0 else { throw SystemError.last("fsync", path) }
    }

    private static func synchronise(directory path: String) throws(SystemError) {
        let directory = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
        guard fsync(directory.number) == 0 else { throw SystemError.last("fsync", path) }
    }

    private static func status(of file: borrowing FileDescriptor, _ path: String) throws(SystemError) -> stat {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw SystemError.last("fstat", path) }
        return status
    }
}
