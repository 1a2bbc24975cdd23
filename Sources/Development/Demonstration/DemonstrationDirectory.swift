import FoundationEssentials
import Linux

/// A temporary directory that only this user can read, removed with everything in it.
public final class DemonstrationDirectory: Sendable {
    /// Where it is.
    public let path: String

    /// Makes one.
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

    /// The last line of a file in it; nil where there is none.
    func lastLine(of file: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path + "/" + file) else { return nil }
        return bytes.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
    }
}
