import CLinux
import Glibc

/// An open directory: operations apply to it even after its path has come to lead elsewhere.
///
/// Made for directories that untrusted users write to: no link is followed, and no entry can block the program.
public struct DirectoryHandle: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let path: String

    /// Opens a directory.
    ///
    /// - Parameter path: The directory; its last component must not be a link.
    /// - Throws: ``SystemError`` with the path: `ENOTDIR` for anything else, a link included.
    public init(_ path: String) throws(SystemError) {
        descriptor = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        self.path = path
    }

    /// The number of hidden entries after which a listing ends.
    private static let maxHidden = 65_536

    /// Returns the names of the visible entries in no particular order, at most `limit`; hidden ones do not count.
    ///
    /// An entry whose name is not UTF-8 is removed, or hidden if it is a directory that is not empty: nothing could
    /// refer to it.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `opendir`.
    public borrowing func names(atMost limit: Int) throws(SystemError) -> [String] {
        // Opened again, since duplicates of a descriptor share its read offset.
        let copy = unsafe openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let listing = unsafe fdopendir(copy) else { throw .last("opendir", path) }
        // Open until this function returns; nothing else refers to it. Closing it closes the copy.
        defer { unsafe closedir(listing) }
        var names: [String] = []
        var hidden = 0
        while names.count < limit, hidden < Self.maxHidden, let entry = unsafe readdir(listing) {
            // d_name is null-terminated, and valid until the next call.
            let number = unsafe entry.pointee.d_ino
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    let name = unsafe String(validatingCString: text)
                    if name == nil { unsafe clear(text, number) }
                    return name
                }
            }
            guard let name else { continue }
            if name.hasPrefix(".") { hidden += 1 } else { names.append(name) }
        }
        return names
    }

    private borrowing func clear(_ name: UnsafePointer<CChar>, _ number: ino_t) {
        // The names are lent to the calls as C strings; none follows a link.
        if unsafe unlinkat(descriptor.number, name, 0) == 0 || unlinkat(descriptor.number, name, AT_REMOVEDIR) == 0 {
            return
        }
        _ = unsafe renameat(descriptor.number, name, descriptor.number, ".odd-\(number)")
    }

    /// Reads a regular file that belongs to the owner of the directory.
    ///
    /// - Throws: ``SystemError`` with its path: `ENOENT` if there is none, `ELOOP` for a link, `EFBIG` beyond the
    ///   limit, `EPERM` for another owner, `EINVAL` for another kind of file.
    public borrowing func contents(of name: String, limit: Int) throws(SystemError) -> [UInt8] {
        // Without O_NONBLOCK a FIFO in its place, or a lease on the file, would block the program.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let number = unsafe openat(descriptor.number, name, flags)
        let file = try FileDescriptor(number, of: "open", "\(path)/\(name)")
        try check(file, name)
        var contents: [UInt8] = []
        while contents.count <= limit {
            let part = try file.read(upTo: limit + 1 - contents.count)
            guard !part.isEmpty else { return contents }
            contents += part
        }
        throw SystemError("read", "\(path)/\(name)", code: EFBIG)
    }

    /// Moves an entry, within this directory or to another, and replaces the target.
    ///
    /// - Throws: ``SystemError`` with its path, `ENOENT` if there is none.
    public borrowing func move(
        _ name: String, to directory: borrowing DirectoryHandle, as other: String
    ) throws(SystemError) {
        // The names are lent to the call as C strings.
        guard unsafe renameat(descriptor.number, name, directory.descriptor.number, other) == 0 else {
            throw .last("rename", "\(path)/\(name)")
        }
    }

    /// Renames an entry within this directory, unless the new name is taken.
    ///
    /// - Throws: ``SystemError`` with its path, `EEXIST` if the name is taken, `ENOENT` if there is no such entry.
    public borrowing func move(_ name: String, asNew other: String) throws(SystemError) {
        // The names are lent to the call as C strings; 1 is RENAME_NOREPLACE.
        guard unsafe renameat2(descriptor.number, name, descriptor.number, other, 1) == 0 else {
            throw .last("rename", "\(path)/\(name)")
        }
    }

    /// Creates an empty file of mode 0600; does nothing if the name is taken.
    ///
    /// - Throws: ``SystemError`` with its path.
    public borrowing func create(_ name: String) throws(SystemError) {
        // The name is lent to the call as a C string, and no link is followed.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = unsafe openat(descriptor.number, name, flags, 0o600)
        do { _ = try FileDescriptor(number, of: "open", "\(path)/\(name)") } catch {
            guard error.isAlreadyPresent else { throw error }
        }
    }

    /// Removes a name or an empty directory.
    ///
    /// - Throws: ``SystemError`` with its path, `ENOTEMPTY` for a directory that is not empty.
    public borrowing func remove(_ name: String) throws(SystemError) {
        // The names are lent to the calls as C strings; neither follows a link.
        guard unsafe unlinkat(descriptor.number, name, 0) != 0 else { return }
        let error = SystemError.last("unlink", "\(path)/\(name)")
        guard error.code == EISDIR else { throw error }
        guard unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) == 0 else {
            throw .last("rmdir", "\(path)/\(name)")
        }
    }

    private borrowing func check(_ file: borrowing FileDescriptor, _ name: String) throws(SystemError) {
        var own = stat()
        var status = stat()
        // The kernel fills the two values.
        guard unsafe fstat(descriptor.number, &own) == 0, unsafe fstat(file.number, &status) == 0 else {
            throw .last("fstat", "\(path)/\(name)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("read", "\(path)/\(name)", code: EINVAL) }
        // A hard link to another user's file, which not every system forbids.
        guard status.st_uid == own.st_uid else { throw SystemError("read", "\(path)/\(name)", code: EPERM) }
    }
}
