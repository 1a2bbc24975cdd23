import CLinux
import Glibc

/// The contents of small files, read as a whole.
public enum FileContents {
    /// Reads a regular file.
    ///
    /// - Throws: ``SystemError`` with the path: `ENOENT` if there is none, `EFBIG` if it is longer than the limit,
    ///   `EISDIR` if it is a directory, `EINVAL` if it is another kind of file.
    public static func read(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8] {
        // Without O_NONBLOCK, a FIFO in its place would block the program.
        let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
        let kind = kind(of: file.number)
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

    /// Checks that a path leads to a regular file, for callers that open it by other means: a FIFO would block them.
    ///
    /// - Throws: ``SystemError`` with the path: `ENOENT` if there is none, `EISDIR` if it is a directory, `EINVAL` if
    ///   it is another kind of file.
    public static func checkIsRegular(_ path: String) throws(SystemError) {
        let kind = try FileStatus(of: path).kind
        guard kind == .regular else { throw SystemError("open", path, code: kind == .directory ? EISDIR : EINVAL) }
    }

    /// Returns the kind of file (inode(7)); 0 if the kernel does not report it.
    private static func kind(of number: Int32) -> mode_t {
        var status = stat()
        // The kernel fills one value.
        return unsafe fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
    }
}
