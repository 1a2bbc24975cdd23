import CLinux
import Glibc

/// The creation of the program's directories.
public enum Directory {
    /// Creates a directory and its missing parents, each with the mode.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - mode: the mode.
    ///   - ignoresUmask: true to set bits that the umask removes.
    /// - Throws: ``SystemError`` with the path that could not be created.
    public static func create(_ path: String, mode: UInt32, ignoresUmask: Bool = false) throws(SystemError) {
        guard !exists(path) else { return }
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if !parent.isEmpty { try create(parent, mode: mode, ignoresUmask: ignoresUmask) }
        // The path is lent to the call as a C string.
        guard unsafe mkdir(path, mode) != 0 else {
            guard !ignoresUmask || isChanged(path, to: mode) else { throw .last("chmod", path) }
            return
        }
        let error = SystemError.last("mkdir", path)
        guard error.code == EEXIST else { throw error }
    }

    /// Creates a directory in which its group may create and remove files, with missing parents in which it may not.
    ///
    /// An existing directory of this user is changed so, and one of another user stays as it is.
    ///
    /// - Parameter path: the directory.
    /// - Throws: ``SystemError`` with the path that could not be created.
    public static func createForGroup(_ path: String) throws(SystemError) {
        try create(path, mode: 0o750)
        guard let status = try? FileStatus(of: path), status.mode & 0o070 != 0o070 else { return }
        _ = isChanged(path, to: status.mode | 0o070)
    }

    private static func isChanged(_ path: String, to mode: UInt32) -> Bool {
        // The path is lent to the call as a C string.
        unsafe chmod(path, mode) == 0
    }

    private static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }
}

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

    /// Removes a file, or a directory with everything in it; does nothing if there is none.
    ///
    /// Links are removed, not followed.
    ///
    /// - Throws: ``SystemError`` with the first path that could not be removed.
    public static func removeTree(_ path: String) throws(SystemError) {
        do {
            try remove(path)
        } catch {
            guard error.code == EISDIR else { throw error }
            for name in try DirectoryListing.names(in: path) { try removeTree("\(path)/\(name)") }
            // The path is lent to the call as a C string.
            guard unsafe rmdir(path) == 0 else { throw .last("rmdir", path) }
        }
    }

    /// Renames a file within its file system and replaces the target.
    ///
    /// - Throws: ``SystemError`` with the old path and the reason of `rename`.
    public static func move(_ path: String, to other: String) throws(SystemError) {
        // Both paths are lent to the call as C strings.
        guard unsafe rename(path, other) == 0 else { throw .last("rename", path) }
    }
}

/// The entries of a directory.
public enum DirectoryListing {
    /// Returns all names in no particular order, without `.` and `..`.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `opendir`.
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = unsafe opendir(path) else { throw .last("opendir", path) }
        // Open until this function returns; nothing else refers to it.
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            // d_name is null-terminated, and valid until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// Directories that only this user can access.
public enum PrivateDirectory {
    /// Creates a new one of mode 0700, regardless of the umask.
    ///
    /// - Parameters:
    ///   - parent: The parent directory, such as `/tmp`.
    ///   - name: The prefix of its name.
    /// - Returns: Its path.
    /// - Throws: ``SystemError`` with the path that could not be created.
    public static func make(in parent: String, named name: String) throws(SystemError) -> String {
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // The template ends with a NUL, and the call overwrites its last six characters only.
        guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp", "\(parent)/\(name)") }
        return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
