import CLinux
import Glibc

/// Who may write a file, in words for people.
public enum FileOwner {
    /// The name of the user who owns a file, or the nearest directory above it that this user can see; a number where
    /// the user has no name, nil where it cannot be found out.
    public static func name(ofNearest path: String) -> String? {
        var status = stat()
        // The kernel fills the one value whose address it gets.
        guard unsafe stat(path, &status) == 0 else { return parent(of: path).flatMap(name(ofNearest:)) }
        // What it answers lives in the C library until the next look-up, and is copied at once.
        guard let entry = unsafe getpwuid(status.st_uid), let name = unsafe entry.pointee.pw_name else {
            return "#\(status.st_uid)"
        }
        return unsafe String(cString: name)
    }

    /// Whether this user may write a file, or make it where it is not there.
    public static func mayWrite(nearest path: String) -> Bool {
        // The paths are lent to the calls as C strings; SQLite makes files beside its own.
        guard let parent = parent(of: path), unsafe access(parent, W_OK | X_OK) == 0 else { return false }
        return unsafe access(path, F_OK) != 0 || access(path, W_OK) == 0
    }

    /// Makes an empty file that belongs to whoever its directory belongs to.
    ///
    /// It does so for root alone, whose own the file would be otherwise, and only where it is not there.
    ///
    /// - Throws: ``SystemError`` with the path where it cannot be made or given away.
    public static func createForDirectoryOwner(_ path: String, mode: UInt32) throws(SystemError) {
        var status = stat()
        // The kernel fills the one value whose address it gets.
        guard geteuid() == 0, let parent = parent(of: path), unsafe stat(parent, &status) == 0 else { return }
        do throws(SystemError) {
            let file = try FileDescriptor.create(path, mode: mode)
            guard fchown(file.number, status.st_uid, status.st_gid) == 0 else { throw SystemError.last("chown", path) }
        } catch {
            guard error.isAlreadyPresent else { throw error }
        }
    }

    private static func parent(of path: String) -> String? {
        guard path != "/", path != ".", !path.isEmpty else { return nil }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
