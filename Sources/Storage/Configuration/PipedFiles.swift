import Linux
import Synchronization

/// The contents of pipes that a shell passes as descriptors, as in `--config <(command)`.
///
/// A pipe can be read once, and a configuration is read several times, so that each content is kept.
final class PipedFiles: Sendable {
    /// The most bytes of a configuration, as of ``FileContents``.
    private static let limit = 1 << 20
    /// `EFBIG` (errno(3)).
    private static let tooLarge: Int32 = 27

    private let contents = Mutex<[String: [UInt8]]>([:])

    /// Returns true for the path of an open descriptor that is neither a file nor a terminal.
    ///
    /// A pipe with a name of its own is none: to open one without a writer would block.
    static func isPipe(_ path: String) -> Bool {
        let isDescriptor = path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
        return isDescriptor && (try? FileStatus(of: path))?.kind == .other
    }

    /// Reads a pipe to its end; returns the same from then on.
    func read(_ path: String) throws(SystemError) -> [UInt8] {
        try contents.withLock { contents throws(SystemError) in
            if let known = contents[path] { return known }
            let pipe = try FileDescriptor.open(path)
            var bytes: [UInt8] = []
            while true {
                let part = try pipe.read(upTo: 1 << 14)
                guard !part.isEmpty else { break }
                bytes += part
                guard bytes.count <= Self.limit else { throw SystemError("read", path, code: Self.tooLarge) }
            }
            contents[path] = bytes
            return bytes
        }
    }
}
