import CLinux
import Glibc

/// A directory that is held open: what is done in it is done in this one, wherever its path leads by now.
///
/// It is for directories that somebody writes who is not trusted: no link is followed, and nothing in it holds the
/// program up.
public struct DirectoryHandle: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let path: String

    /// Opens a directory.
    ///
    /// - Parameter path: the directory, whose last part must be no link.
    /// - Throws: ``SystemError`` with the path: `ENOTDIR` where it is something else, a link too.
    public init(_ path: String) throws(SystemError) {
        // The path is lent to the call as a C string.
        let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw .last("open", path) }
        descriptor = FileDescriptor(owning: number)
        self.path = path
    }

    /// The names in it in no order, hidden ones too, without `.` and `..`; no more than asked for.
    ///
    /// What has a name that is no UTF-8 is removed, or hidden where it is a directory with something in it: nobody could
    /// name it otherwise.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `opendir`.
    public borrowing func names(atMost limit: Int) throws(SystemError) -> [String] {
        // Opened anew, since duplicates of a descriptor share how far it was read.
        let copy = unsafe openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let listing = unsafe fdopendir(copy) else { throw .last("opendir", path) }
        // Open until the end of this function, which alone knows it; it closes the copy.
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(listing) {
            // d_name ends with a null, and its memory lasts until the next call.
            let number = unsafe entry.pointee.d_ino
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    let name = unsafe String(validatingCString: text)
                    if name == nil { unsafe clear(text, number) }
                    return name
                }
            }
            if let name, name != ".", name != ".." { names.append(name) }
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

    /// Reads a regular file that belongs to the same user as the directory.
    ///
    /// - Throws: ``SystemError`` with its path: `ENOENT` where there is none, `ELOOP` where it is a link, `EFBIG` where
    ///   it is longer than the limit, `EPERM` where it is somebody else's, `EINVAL` where it is no regular file.
    public borrowing func contents(of name: String, limit: Int) throws(SystemError) -> [UInt8] {
        // Without O_NONBLOCK a pipe in its place would hold the program up, and so would a lease on the file.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let number = unsafe openat(descriptor.number, name, flags)
        guard number >= 0 else { throw .last("open", "\(path)/\(name)") }
        let file = FileDescriptor(owning: number)
        try check(file, name)
        var contents: [UInt8] = []
        while contents.count <= limit {
            let part = try file.read(upTo: limit + 1 - contents.count)
            guard !part.isEmpty else { return contents }
            contents += part
        }
        throw SystemError("read", "\(path)/\(name)", code: EFBIG)
    }

    /// Gives something in it another name, in it or in another directory, and replaces what has that name.
    ///
    /// - Throws: ``SystemError`` with its path, `ENOENT` where there is none.
    public borrowing func move(
        _ name: String, to directory: borrowing DirectoryHandle, as other: String
    ) throws(SystemError) {
        // The names are lent to the call as C strings.
        guard unsafe renameat(descriptor.number, name, directory.descriptor.number, other) == 0 else {
            throw .last("rename", "\(path)/\(name)")
        }
    }

    /// Gives something in it another name in it, unless that is taken.
    ///
    /// - Throws: ``SystemError`` with its path, `EEXIST` where the name is taken, `ENOENT` where there is nothing.
    public borrowing func move(_ name: String, asNew other: String) throws(SystemError) {
        // The names are lent to the call as C strings; 1 is RENAME_NOREPLACE.
        guard unsafe renameat2(descriptor.number, name, descriptor.number, other, 1) == 0 else {
            throw .last("rename", "\(path)/\(name)")
        }
    }

    /// Removes a name of something, or an empty directory.
    ///
    /// - Throws: ``SystemError`` with its path, `ENOTEMPTY` where it is a directory with something in it.
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
        var mine = stat()
        var its = stat()
        // The kernel fills the two values whose addresses it gets.
        guard unsafe fstat(descriptor.number, &mine) == 0, unsafe fstat(file.number, &its) == 0 else {
            throw .last("fstat", "\(path)/\(name)")
        }
        guard its.st_mode & S_IFMT == S_IFREG else { throw SystemError("read", "\(path)/\(name)", code: EINVAL) }
        // Another's file under a second name, which not every system forbids.
        guard its.st_uid == mine.st_uid else { throw SystemError("read", "\(path)/\(name)", code: EPERM) }
    }
}
