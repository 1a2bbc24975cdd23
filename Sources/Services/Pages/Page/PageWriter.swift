public import Linux

/// Puts pages into a directory, each replaced at once, and only when there is something new.
public final class PageWriter {
    private struct Written {
        let bytes: [UInt8]
        let identity: AtomicFile.Identity
    }

    private let directory: String
    private var written: [String: Written] = [:]

    /// A writer into a directory that is there.
    public init(directory: String) {
        self.directory = directory
    }

    /// Replaces a file, readable by its owner and group, unless it still is what this writer last made it.
    ///
    /// - Parameters:
    ///   - name: The file in the directory, such as `index.html`.
    ///   - bytes: Its content.
    /// - Returns: Whether it was written: false where the same content is in place.
    /// - Throws: ``SystemError`` naming the call and the path; the file is then as it was.
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
