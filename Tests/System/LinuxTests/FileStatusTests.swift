import Basics
import Linux
import Testing

struct FileStatusTests {
    @Test("reports the owner, permissions and modification time")
    func file() throws {
        let file = TemporaryPath("status")
        let before = SystemClock.now().wallClock
        try AtomicFile.replace(file.path, with: Array("four".utf8), mode: 0o640)
        let status = try FileStatus(of: file.path)
        #expect(status.kind == .regular && status.size == 4 && status.mode == 0o640)
        #expect(status.modified + .seconds(1) > before && status.modified < before + .seconds(60))
    }

    @Test(
        "distinguishes kinds",
        arguments: [("/dev/null", FileStatus.Kind.characterDevice), ("/", .directory), ("/etc/passwd", .regular)])
    func kinds(path: String, kind: FileStatus.Kind) throws {
        #expect(try FileStatus(of: path).kind == kind)
        #expect(try FileStatus(of: path).owner == 0)
        #expect(try (FileStatus(of: path).device != nil) == (kind == .characterDevice))
    }

    @Test("a missing file is an error with its path")
    func missing() {
        let error = #expect(throws: SystemError.self) { _ = try FileStatus(of: "/nowhere/at/all") }
        #expect(error?.isNotFound == true && error?.subject == "/nowhere/at/all")
    }
}

struct DiskSpaceTests {
    @Test("reports the free space")
    func room() throws {
        let space = try DiskSpace(at: "/tmp")
        #expect(space.available > 0 && !space.isReadOnly && space.files != 0)
        #expect(try DiskSpace(at: "/proc").available == 0)
        #expect(throws: SystemError.self) { _ = try DiskSpace(at: "/nowhere/at/all") }
    }
}
