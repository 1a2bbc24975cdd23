public import Basics
import CLinux
import Glibc

/// The metadata of a file: stat(2).
public struct FileStatus: Hashable, Sendable {
    /// The kind of a file.
    public enum Kind: Hashable, Sendable {
        /// A regular file.
        case regular
        /// A directory.
        case directory
        /// A character device such as a serial port.
        case characterDevice
        /// Any other kind.
        case other
    }

    /// The kind of file.
    public var kind: Kind
    /// The permissions, the lower twelve bits of `st_mode`.
    public var mode: UInt32
    /// The user id of its owner.
    public var owner: UInt32
    /// The group id.
    public var group: UInt32
    /// The size in bytes.
    public var size: Int
    /// When its contents last changed, by the wall clock.
    public var modified: Timestamp
    /// The number of the device it represents, the same under each of its names; nil for other kinds.
    public var device: UInt64?

    private static let farAway: Int64 = 1 << 50

    /// Creates a value from its parts.
    public init(
        kind: Kind = .regular, mode: UInt32, owner: UInt32, group: UInt32, size: Int = 0,
        modified: Timestamp = Timestamp(milliseconds: 0), device: UInt64? = nil
    ) {
        self.kind = kind
        self.mode = mode
        self.owner = owner
        self.group = group
        self.size = size
        self.modified = modified
        self.device = device
    }

    /// Reads the metadata of a path, following links.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `stat`.
    public init(of path: String) throws(SystemError) {
        var status = stat()
        // The path is lent to the call as a C string, and the kernel fills one value.
        guard unsafe stat(path, &status) == 0 else { throw .last("stat", path) }
        // Some file systems store any number; one this far away means nothing.
        let seconds = min(max(Int64(status.st_mtim.tv_sec), -Self.farAway), Self.farAway)
        let kind = Self.kind(status.st_mode)
        self.init(
            kind: kind, mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid,
            size: Int(status.st_size),
            modified: Timestamp(milliseconds: seconds * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000),
            device: kind == .characterDevice ? UInt64(status.st_rdev) : nil)
    }

    private static func kind(_ mode: mode_t) -> Kind {
        switch mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .directory
        case S_IFCHR: .characterDevice
        default: .other
        }
    }
}

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
