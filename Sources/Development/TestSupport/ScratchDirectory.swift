import FoundationEssentials

/// A directory of one test, removed with what is in it when the test lets go of it; tests run side by side.
public final class ScratchDirectory: Sendable {
    /// Its path, without a slash at the end.
    public let path: String

    /// Makes an empty one.
    ///
    /// - Throws: what `FileManager` throws where it cannot be made.
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/whereismy-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in it.
    public func file(_ name: String) -> String { path + "/" + name }

    /// The bytes of a file in it.
    ///
    /// - Throws: what `Data` throws where it cannot be read.
    public func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// Writes a file in it.
    ///
    /// - Throws: what `Data` throws where it cannot be written.
    public func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    /// The names of what is in it, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
