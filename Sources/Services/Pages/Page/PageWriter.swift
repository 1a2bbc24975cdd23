public import Linux

/// Writes pages into a directory, atomically and only if they changed.
public final class PageWriter {
    private struct Written {
        let bytes: [UInt8]
        let identity: AtomicFile.Identity
    }

    private let directory: String
    private var written: [String: Written] = [:]

    /// Creates a writer for an existing directory.
    public init(directory: String) {
        self.directory = directory
    }

    /// Replaces a file, readable by its owner and group, unless it is unchanged since this writer's last write.
    ///
    /// - Parameters:
    ///   - name: the file in the directory, such as `index.html`.
    ///   - bytes: the content.
    /// - Returns: true if it was written; false if the same content is in place.
    /// - Throws: ``SystemError`` naming the call and the path; the file is then unchanged.
    @discardableResult
    public func write(name: String, bytes: [UInt8]) throws(SystemError) -> Bool {
        let path = "\(directory)/\(name)"
        if let last = written[name], last.bytes == bytes, last.identity == AtomicFile.identity(of: path) {
            return false
        }
        written[name] = Written(bytes: bytes, identity: try AtomicFile.replace(path, with: bytes, mode: 0o640))
        return true
    }
}
