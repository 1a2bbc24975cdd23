import Linux
import Testing

struct FileContentsTests {
    @Test("reads a whole file, also a long one")
    func whole() throws {
        let file = TemporaryPath("contents")
        let path = file.path
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try AtomicFile.replace(path, with: bytes, mode: 0o600)
        #expect(try FileContents.read(path) == bytes)
        let error = #expect(throws: SystemError.self) { try FileContents.read(path, limit: 40_000) }
        #expect(error?.reason == "File too large")
    }

    @Test("anything but a regular file is an error and does not block", arguments: ["/tmp", "/dev/zero", "/nowhere"])
    func irregular(path: String) {
        let error = #expect(throws: SystemError.self) { try FileContents.read(path) }
        #expect(error?.subject == path)
        #expect(error?.isNotFound == (path == "/nowhere"))
    }

    @Test("anything but a regular file is recognised without opening it", arguments: ["/tmp", "/dev/zero", "/nowhere"])
    func check(path: String) throws {
        let error = #expect(throws: SystemError.self) { try FileContents.checkIsRegular(path) }
        #expect(error?.subject == path)
        #expect(error?.isNotFound == (path == "/nowhere"))
        try FileContents.checkIsRegular("/proc/self/exe")
    }

    @Test("lists a directory without . and ..")
    func listing() throws {
        let names = try DirectoryListing.names(in: "/proc/self")
        #expect(names.contains("exe"))
        #expect(!names.contains(".") && !names.contains(".."))
        #expect(throws: SystemError.self) { try DirectoryListing.names(in: "/nowhere") }
    }
}
