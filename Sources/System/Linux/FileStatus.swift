public import Basics
import CLinux
import Glibc

/// What the kernel knows about a file: stat(2).
public struct FileStatus: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
        /// Bytes on a disk.
        case regular
        /// Names of others.
        case directory
        /// A device such as a serial port.
        case characterDevice
        /// Whatever else there is.
        case other
    }

    /// What it is.
    public var kind: Kind
    /// Its permissions, the lower twelve bits of `st_mode`.
    public var mode: UInt32
    /// The number of the user who owns it.
    public var owner: UInt32
    /// The number of its group.
    public var group: UInt32
    /// Bytes in it.
    public var size: Int
    /// When its contents were changed last, by the wall clock.
    public var modified: Timestamp
    /// The number of the device that it stands for, the same by whatever name; nil where it stands for none.
    public var device: UInt64?

    private static let farAway: Int64 = 1 << 50

    /// Makes one from its parts.
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

    /// Asks for what a path leads to, links followed.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `stat`.
    public init(of path: String) throws(SystemError) {
        var status = stat()
        // The path is lent to the call as a C string, and the kernel fills the one value whose address it gets.
        guard unsafe stat(path, &status) == 0 else { throw .last("stat", path) }
        // Some file systems keep any number, and nothing can be said about one so far away.
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
