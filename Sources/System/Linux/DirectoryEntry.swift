import CLinux
import Glibc

/// The names of files in directories, apart from what is in the files.
public enum DirectoryEntry {
    /// Takes a file's name away; where there is none, all is well.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `unlink`, `EISDIR` for a directory.
    public static func remove(_ path: String) throws(SystemError) {
        // The path is lent to the call as a C string.
        guard unsafe unlink(path) != 0 else { return }
        let error = SystemError.last("unlink", path)
        guard error.code == ENOENT else { throw error }
    }

    /// Gives something another name on the same file system, in place of what had that name.
    ///
    /// - Throws: ``SystemError`` with the path as it was and the reason of `rename`.
    public static func move(_ path: String, to other: String) throws(SystemError) {
        // Both paths are lent to the call as C strings.
        guard unsafe rename(path, other) == 0 else { throw .last("rename", path) }
    }
}

extension SystemError {
    /// Whether it says that two paths are on two file systems.
    public var isCrossDevice: Bool { code == EXDEV }

    /// Whether it says that a file is longer than was allowed.
    public var isFileTooLarge: Bool { code == EFBIG }
}
