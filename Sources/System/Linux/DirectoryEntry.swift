import CLinux
import Glibc

/// Operations on the names of files, not on their contents.
public enum DirectoryEntry {
    /// Removes a file's name; does nothing if there is none.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `unlink`, `EISDIR` for a directory.
    public static func remove(_ path: String) throws(SystemError) {
        // The path is lent to the call as a C string.
        guard unsafe unlink(path) != 0 else { return }
        let error = SystemError.last("unlink", path)
        guard error.code == ENOENT else { throw error }
    }

    /// Renames a file within its file system and replaces the target.
    ///
    /// - Throws: ``SystemError`` with the old path and the reason of `rename`.
    public static func move(_ path: String, to other: String) throws(SystemError) {
        // Both paths are lent to the call as C strings.
        guard unsafe rename(path, other) == 0 else { throw .last("rename", path) }
    }
}

extension SystemError {
    /// True if two paths are on different file systems.
    public var isCrossDevice: Bool { code == EXDEV }

    /// True if a file exceeds a size limit.
    public var isFileTooLarge: Bool { code == EFBIG }
}
