import FoundationEssentials
import Linux

/// A directory of one test, removed with its contents when the test ends; tests run in parallel.
public final class ScratchDirectory: Sendable {
    /// Its path, without a trailing slash.
    public let path: String

    /// Creates an empty directory.
    ///
    /// - Throws: The error of `FileManager`.
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/whereismy-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of an entry.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Returns the bytes of a file in it.
    ///
    /// - Throws: The error of `Data`.
    public func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// Writes a file in it.
    ///
    /// - Throws: The error of `Data`.
    public func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    /// The names of its entries, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// A disk of a few megabytes in memory (tmpfs) that a test can fill; it requires root.
public final class SmallDisk: Sendable {
    /// True if this process may mount one; false in most containers, and then tests that need it are skipped.
    public static let isPossible = (try? SmallDisk(bytes: 1 << 20)) != nil

    /// A refused mount.
    public struct MountError: Error {}

    private let directory: ScratchDirectory

    /// Mounts a disk of that size.
    ///
    /// - Throws: ``MountError``, or the error of creating the directory.
    public init(bytes: Int) throws {
        directory = try ScratchDirectory()
        let options = ["-t", "tmpfs", "-o", "size=\(bytes)", "whereismy-test", directory.path]
        let mount = try ChildProcess("/bin/mount", options)
        guard mount.wait(atMost: .seconds(5)) == .exited(0) else { throw MountError() }
    }

    deinit {
        _ = try? ChildProcess("/bin/umount", ["--lazy", directory.path]).wait(atMost: .seconds(5))
    }

    /// Returns the path of an entry.
    public func file(_ name: String) -> String { directory.file(name) }

    /// Fills the disk, except for `free` bytes.
    ///
    /// - Throws: The error of writing the filler.
    public func fill(leaving free: Int = 0) throws {
        let filler = "head -c 1G /dev/zero > '\(file("filler"))' 2>/dev/null; truncate -s -\(free) '\(file("filler"))'"
        _ = try ChildProcess("/bin/sh", ["-c", filler]).wait(atMost: .seconds(10))
    }

    /// Frees the space again.
    ///
    /// - Throws: The error of removing the filler.
    public func clear() throws {
        _ = try ChildProcess("/bin/rm", ["-f", file("filler")]).wait(atMost: .seconds(5))
    }
}
