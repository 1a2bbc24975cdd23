import CLinux
import Glibc

/// Whole small files, read at once.
public enum FileContents {
    /// Reads a regular file.
    ///
    /// - Throws: ``SystemError`` with the path: `ENOENT` when there is none, `EFBIG` when it is longer than the limit,
    ///   `EISDIR` when it is a directory, `EINVAL` when it is something else that is no regular file.
    public static func read(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8] {
        // Without O_NONBLOCK, a pipe in place of the file would hold the program up.
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw .last("open", path) }
        let file = FileDescriptor(owning: number)
        let kind = kind(of: number)
        guard kind == S_IFREG else { throw SystemError("read", path, code: kind == S_IFDIR ? EISDIR : EINVAL) }
        var contents: [UInt8] = []
        while true {
            let part: [UInt8]
            do { part = try file.read(upTo: 16_384) } catch { throw SystemError("read", path, code: error.code) }
            guard !part.isEmpty else { return contents }
            contents += part
            guard contents.count <= limit else { throw SystemError("read", path, code: EFBIG) }
        }
    }

    /// Sees to it that a path leads to a regular file, for somebody who opens it by other means: a pipe in its place
    /// would hold them up for ever.
    ///
    /// - Throws: ``SystemError`` with the path: `ENOENT` when there is none, `EISDIR` when it is a directory, `EINVAL`
    ///   when it is something else that is no regular file.
    public static func checkIsRegular(_ path: String) throws(SystemError) {
        var status = stat()
        // The path is lent to the call as a C string, and the kernel fills the one value whose address it gets.
        guard unsafe stat(path, &status) == 0 else { throw .last("stat", path) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw SystemError("open", path, code: kind == S_IFDIR ? EISDIR : EINVAL) }
    }

    /// The kind of file (inode(7)); 0 where the kernel does not tell.
    private static func kind(of number: Int32) -> mode_t {
        var status = stat()
        // The kernel fills the one value whose address it gets.
        return unsafe fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
    }
}
