import CLinux
import Glibc

/// The owner of files, and who may write them.
public enum FileOwner {
    /// Returns the user name of the owner of a file, or of its nearest visible parent directory.
    ///
    /// - Returns: A number such as `#1000` if the user has no name; nil if the owner cannot be determined.
    public static func name(ofNearest path: String) -> String? {
        var status = stat()
        // The kernel fills one value.
        guard unsafe stat(path, &status) == 0 else { return parent(of: path).flatMap(name(ofNearest:)) }
        // The result belongs to the C library until the next look-up, and is copied at once.
        guard let entry = unsafe getpwuid(status.st_uid), let name = unsafe entry.pointee.pw_name else {
            return "#\(status.st_uid)"
        }
        return unsafe String(cString: name)
    }

    /// Returns true if this user may write the file, or create it if missing.
    public static func mayWrite(nearest path: String) -> Bool {
        // The paths are lent to the calls as C strings; SQLite creates files beside its own.
        guard let parent = parent(of: path), unsafe access(parent, W_OK | X_OK) == 0 else { return false }
        return unsafe access(path, F_OK) != 0 || access(path, W_OK) == 0
    }

    /// True if this program runs as root.
    public static var isRoot: Bool { geteuid() == 0 }

    /// Creates a file that belongs to the owner of its directory, empty by default.
    ///
    /// It is written through one descriptor, since that owner can replace the name in between.
    /// Only root needs this, as the file would be root's otherwise; does nothing for other users, or if the file
    /// exists.
    ///
    /// - Throws: ``SystemError`` with the path if it cannot be created or its owner not be set.
    public static func createForDirectoryOwner(_ path: String, mode: UInt32, content: [UInt8] = []) throws(SystemError)
    {
        var status = stat()
        // The kernel fills one value.
        guard geteuid() == 0, let parent = parent(of: path), unsafe stat(parent, &status) == 0 else { return }
        do throws(SystemError) {
            let file = try FileDescriptor.create(path, mode: mode)
            if !content.isEmpty { try file.write(content) }
            guard fchown(file.number, status.st_uid, status.st_gid) == 0 else { throw SystemError.last("chown", path) }
        } catch {
            guard error.isAlreadyPresent else { throw error }
        }
    }

    /// Returns the path by which root may write a file: its directory resolved, and no link as the last component.
    ///
    /// A link that belongs to root is followed. Another user's could lead to any file of root's.
    ///
    /// - Throws: ``SystemError`` with the path: `ELOOP` for a link of another user.
    public static func pathForRoot(_ path: String) throws(SystemError) -> String {
        var status = stat()
        // The paths are lent to the calls as C strings, and the kernel fills one value.
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            guard status.st_uid == 0 else { throw SystemError("open", path, code: ELOOP) }
            return try resolved(path)
        }
        guard let parent = parent(of: path), let name = path.split(separator: "/").last else { return path }
        let directory = try resolved(parent)
        return "\(directory == "/" ? "" : directory)/\(name)"
    }

    private static func resolved(_ path: String) throws(SystemError) -> String {
        // The result is allocated by the call, copied, and freed once.
        guard let text = unsafe realpath(path, nil) else { throw .last("realpath", path) }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private static func parent(of path: String) -> String? {
        guard path != "/", path != ".", !path.isEmpty else { return nil }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
