import Glibc
import Linux
import TestSupport
import Testing

@testable import Configuration

struct PipedFilesTests {
    /// Returns the reading end of a pipe with a content, whose writer is gone.
    private func pipe(_ text: String) throws -> FileDescriptor {
        var ends: [Int32] = [-1, -1]
        // The kernel fills the array of two.
        try #require(unsafe Glibc.pipe(&ends) == 0)
        let writer = FileDescriptor(owning: ends[1])
        try writer.write(Array(text.utf8))
        return FileDescriptor(owning: ends[0])
    }

    @Test("a pipe that a shell passes is read to its end, and again with the same content")
    func shell() throws {
        let reader = try pipe("[gpsd]\naddress = box:1\n")
        let path = "/dev/fd/\(reader.number)"
        #expect(PipedFiles.isPipe(path) && PipedFiles.isPipe("/proc/self/fd/\(reader.number)"))
        let files = ConfigurationFiles.system
        for _ in 0..<2 {
            let options = ["--config", path]
            let settings = try DaemonOptions.settings(arguments: options, environment: [:], files: files)
            #expect(settings.gpsd.description == "box:1")
        }
    }

    @Test("a named pipe, a terminal, a directory and a missing descriptor are none")
    func others() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("whereismy.conf")
        // The path is lent to the call as a C string.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        for path in [path, "/dev/null", "/dev/fd", "/dev/fd/99999", "/etc"] { #expect(!PipedFiles.isPipe(path)) }
        #expect(throws: SystemError.self) { try ConfigurationFiles.system.contents(path) }
    }
}
