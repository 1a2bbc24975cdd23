import FoundationEssentials

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
