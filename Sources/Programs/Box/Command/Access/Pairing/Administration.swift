import Linux

/// The changes of this machine that need root.
struct Administration: Sendable {
    var isRoot: @Sendable () -> Bool
    var exists: @Sendable (_ path: String) -> Bool
    /// Returns the content of a file; nil if there is none.
    var read: @Sendable (_ path: String) throws(SystemError) -> [UInt8]?
    /// Writes a new file of mode 0600 that belongs to the owner of its directory.
    var create: @Sendable (_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Void
    /// Replaces a file that everyone can read, and creates its directory.
    var write: @Sendable (_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Void
    var remove: @Sendable (_ path: String) throws(SystemError) -> Void
    /// Runs a program to its end; returns its exit code, or nil after the time limit.
    var run: @Sendable (_ program: String, _ arguments: [String], _ limit: Duration) throws(SystemError) -> Int32?
    var pause: @Sendable (_ time: Duration) -> Void

    /// The maximum size of a file that is read.
    private static let maxBytes = 1 << 16

    static let system = Administration(
        isRoot: { FileOwner.isRoot }, exists: { (try? FileStatus(of: $0)) != nil },
        read: { path throws(SystemError) in
            do throws(SystemError) { return try FileContents.read(path, limit: maxBytes) } catch {
                guard error.isNotFound else { throw error }
                return nil
            }
        },
        create: { path, bytes throws(SystemError) in
            try FileOwner.createForDirectoryOwner(path, mode: 0o600, content: bytes)
        },
        write: { path, bytes throws(SystemError) in
            let directory = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
            try Directory.create(directory, mode: 0o755, ignoresUmask: true)
            try AtomicFile.replace(path, with: bytes, mode: 0o644, durable: true)
        },
        remove: { path throws(SystemError) in try AtomicFile.remove(path) },
        run: { program, arguments, limit throws(SystemError) in
            try Subprocess(starting: program, arguments).exitCode(within: limit)
        },
        pause: { _ = Poll.wait([], timeout: $0) })
}
