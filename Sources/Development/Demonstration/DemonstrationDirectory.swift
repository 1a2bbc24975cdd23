import FoundationEssentials
import Linux

/// A temporary directory that only this user can read, removed with its contents.
public final class DemonstrationDirectory: Sendable {
    /// Its path.
    public let path: String

    /// Creates the directory.
    ///
    /// - Throws: ``DemonstrationError/noDirectory(_:)``.
    public init() throws(DemonstrationError) {
        path = FileManager.default.temporaryDirectory.path + "/whereismy-" + UUID().uuidString
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .noDirectory(path)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the last line of a file in it; nil if there is none.
    func lastLine(of file: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path + "/" + file) else { return nil }
        return bytes.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
    }
}
