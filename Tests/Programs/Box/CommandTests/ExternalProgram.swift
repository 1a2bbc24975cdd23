import FoundationEssentials
import Linux
import TestSupport
import Testing

/// An external program that validates output.
struct ExternalProgram {
    let path: String

    static let groff = ExternalProgram(path: "/usr/bin/groff")
    static let mandoc = ExternalProgram(path: "/usr/bin/mandoc")
    static let shellcheck = ExternalProgram(path: "/usr/bin/shellcheck")

    var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Runs the program and returns its standard output; an error output or a failure fails the test.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let directory = try ScratchDirectory()
        let (output, errors) = (directory.file("output"), directory.file("errors"))
        let process = try ChildProcess(path, arguments, environment: environment, output: output, errors: errors)
        let status = try #require(process.wait(atMost: .seconds(60)), "\(path) takes too long")
        let text = String(decoding: try FileContents.read(output), as: UTF8.self)
        let diagnostics = String(decoding: try FileContents.read(errors), as: UTF8.self)
        #expect(status == .exited(0), "\(path): \(text.prefix(500))")
        #expect(diagnostics.isEmpty)
        return text
    }
}
