import Glibc

/// The creation of the program's directories.
public enum Directory {
    /// Creates a directory and its missing parents, each with the mode.
    ///
    /// - Throws: ``SystemError`` with the path that could not be created.
    public static func create(_ path: String, mode: UInt32) throws(SystemError) {
        guard !exists(path) else { return }
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if !parent.isEmpty { try create(parent, mode: mode) }
        // The path is lent to the call as a C string.
        guard unsafe mkdir(path, mode) != 0 else { return }
        let error = SystemError.last("mkdir", path)
        guard error.code == EEXIST else { throw error }
    }

    private static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }
}
