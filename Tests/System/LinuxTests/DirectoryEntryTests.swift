import FoundationEssentials
import Linux
import TestSupport
import Testing

struct DirectoryEntryTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test("removing a name twice succeeds")
    func remove() throws {
        try scratch.write("a", [1])
        try DirectoryEntry.remove(scratch.file("a"))
        try DirectoryEntry.remove(scratch.file("a"))
        #expect(scratch.names == [])
        #expect(throws: SystemError.self) { try DirectoryEntry.remove(scratch.path) }
    }

    @Test("removing a tree removes everything in it, and not what a link in it leads to")
    func removeTree() throws {
        try scratch.write("kept", [1])
        try Directory.create(scratch.file("tree/inner"), mode: 0o700)
        try scratch.write("tree/inner/a", [1])
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("tree/link"), withDestinationPath: scratch.path)
        try DirectoryEntry.removeTree(scratch.file("tree"))
        try DirectoryEntry.removeTree(scratch.file("tree"))
        #expect(scratch.names == ["kept"])
    }

    @Test("a rename replaces the target")
    func move() throws {
        try scratch.write("a", [1])
        try scratch.write("b", [2])
        try DirectoryEntry.move(scratch.file("a"), to: scratch.file("b"))
        #expect(scratch.names == ["b"])
        #expect(try scratch.bytes("b") == [1])
        let error = #expect(throws: SystemError.self) {
            try DirectoryEntry.move(scratch.file("a"), to: scratch.file("b"))
        }
        #expect(error?.isNotFound == true)
    }

    @Test("a watch reports arrivals, closed or renamed into the directory, once")
    func watch() throws {
        let watch = try DirectoryWatcher(scratch.path)
        var arrivals = [watch.drain()]
        try AtomicFile.replace(scratch.file("a"), with: [1], mode: 0o600)
        arrivals += Poll.wait([.readable(watch.descriptor)], timeout: .seconds(20))
        arrivals += [watch.drain(), watch.drain()]
        try DirectoryEntry.remove(scratch.file("a"))
        arrivals.append(watch.drain())
        #expect(arrivals == [false, true, true, false, false])
    }

    @Test("a missing directory cannot be watched")
    func absent() throws {
        let error = #expect(throws: SystemError.self) { _ = try DirectoryWatcher(scratch.file("none")).drain() }
        #expect(error?.isNotFound == true)
    }
}
