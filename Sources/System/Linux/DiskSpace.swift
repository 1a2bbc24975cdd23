import Glibc

/// The free space of a file system: statvfs(3).
public struct DiskSpace: Hashable, Sendable {
    /// Bytes that users other than root may still write.
    public var available: Int
    /// Files that can still be created; nil if the file system has no such limit.
    public var files: Int?
    /// True if the file system is mounted read-only.
    public var isReadOnly: Bool

    /// Creates a value from its parts.
    public init(available: Int, files: Int? = nil, isReadOnly: Bool = false) {
        self.available = available
        self.files = files
        self.isReadOnly = isReadOnly
    }

    /// Reads the free space of the file system of a path.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `statvfs`.
    public init(at path: String) throws(SystemError) {
        var status = statvfs()
        // The path is lent to the call as a C string, and the kernel fills one value.
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
