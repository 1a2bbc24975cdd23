import Glibc

/// The room that a file system has left: statvfs(3).
public struct DiskSpace: Hashable, Sendable {
    /// Bytes that a user other than root may still write.
    public var available: Int
    /// Files that can still be made; nil where the file system has no such limit.
    public var files: Int?
    /// Whether it was mounted for reading alone.
    public var isReadOnly: Bool

    /// Makes one from its parts.
    public init(available: Int, files: Int? = nil, isReadOnly: Bool = false) {
        self.available = available
        self.files = files
        self.isReadOnly = isReadOnly
    }

    /// Asks the file system that a path is on.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `statvfs`.
    public init(at path: String) throws(SystemError) {
        var status = statvfs()
        // The path is lent to the call as a C string, and the kernel fills the one value whose address it gets.
        guard unsafe statvfs(path, &status) == 0 else { throw .last("statvfs", path) }
        let block = Int(clamping: status.f_frsize)
        self.init(
            available: Self.bytes(Int(clamping: status.f_bavail), block),
            files: status.f_files > 0 ? Int(clamping: status.f_favail) : nil,
            isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
    }

    private static func bytes(_ blocks: Int, _ size: Int) -> Int {
        let (bytes, overflows) = blocks.multipliedReportingOverflow(by: size)
        return overflows ? .max : bytes
    }
}
