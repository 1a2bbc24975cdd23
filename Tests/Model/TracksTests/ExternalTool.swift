import FoundationEssentials
import Linux
import Testing

/// An external program that validates exported files.
struct ExternalTool {
    let path: String

    /// Debian's paths.
    static let gpsbabel = ExternalTool(path: "/usr/bin/gpsbabel")
    static let python = ExternalTool(path: "/usr/bin/python3")
    static let xmllint = ExternalTool(path: "/usr/bin/xmllint")

    var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Runs the program and returns its standard output; an error output fails the test.
    func run(_ arguments: [String], in folder: String) throws -> String {
        let output = folder + "/out", errors = folder + "/errors"
        let process = try ChildProcess(path, arguments, output: output, errors: errors)
        let status = try #require(process.wait(atMost: .seconds(60)))
        let diagnostics = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        #expect(status == .exited(0), "\(path): \(diagnostics.prefix(500))")
        return (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    }
}

/// A directory that is removed after the test.
struct ScratchFolder: ~Copyable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("whereismy-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}
