import CLinux
import Glibc

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
