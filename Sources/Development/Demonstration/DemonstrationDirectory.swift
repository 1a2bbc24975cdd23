import Linux

/// A temporary directory that only this user can read, removed with its contents.
public final class DemonstrationDirectory: Sendable {
    /// Its path.
    public let path: String

    /// Creates the directory, in that of `TMPDIR` or in `/tmp`.
    ///
    /// - Throws: ``DemonstrationError/noDirectory(_:)``.
    public init() throws(DemonstrationError) {
        let parent = ProcessEnvironment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        do {
            path = try PrivateDirectory.make(in: parent, named: "whereismy")
        } catch {
            throw .noDirectory(parent + "/whereismy")
        }
    }

    deinit {
        try? DirectoryEntry.removeTree(path)
    }

    /// Returns the last line of a file in it; nil if there is none.
    func lastLine(of file: String) -> String? {
        guard let bytes = try? FileContents.read(path + "/" + file) else { return nil }
        return bytes.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
    }
}
