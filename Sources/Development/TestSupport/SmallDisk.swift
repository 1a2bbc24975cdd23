import Linux

/// A disk of a few megabytes in memory (tmpfs) that a test can fill; only root may have one.
public final class SmallDisk: Sendable {
    /// Whether this process may mount one; false in most containers, and then tests that need it are skipped.
    public static let isPossible = (try? SmallDisk(bytes: 1 << 20)) != nil

    /// Why mounting was refused.
    public struct MountError: Error {}

    private let directory: ScratchDirectory

    /// Mounts a disk of that size.
    ///
    /// - Throws: ``MountError``, or what keeps the directory from being made.
    public init(bytes: Int) throws {
        directory = try ScratchDirectory()
        let options = ["-t", "tmpfs", "-o", "size=\(bytes)", "whereismy-test", directory.path]
        let mount = try ChildProcess("/bin/mount", options)
        guard mount.wait(atMost: .seconds(5)) == .exited(0) else { throw MountError() }
    }

    deinit {
        _ = try? ChildProcess("/bin/umount", ["--lazy", directory.path]).wait(atMost: .seconds(5))
    }

    /// The path of something on it.
    public func file(_ name: String) -> String { directory.file(name) }

    /// Takes all the room there is, but for what has to stay free.
    ///
    /// - Throws: what keeps the filler from being written.
    public func fill(leaving free: Int = 0) throws {
        let filler = "head -c 1G /dev/zero > '\(file("filler"))' 2>/dev/null; truncate -s -\(free) '\(file("filler"))'"
        _ = try ChildProcess("/bin/sh", ["-c", filler]).wait(atMost: .seconds(10))
    }

    /// Gives the room back.
    ///
    /// - Throws: what keeps the filler from being removed.
    public func clear() throws {
        _ = try ChildProcess("/bin/rm", ["-f", file("filler")]).wait(atMost: .seconds(5))
    }
}
