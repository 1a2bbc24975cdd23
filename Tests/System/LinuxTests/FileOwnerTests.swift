import FoundationEssentials
import Linux
import Testing

struct FileOwnerTests {
    private let place = FileManager.default.temporaryDirectory.path + "/whereismy-test-" + UUID().uuidString

    @Test("root's files have a named owner, and a missing file has the owner of its nearest parent")
    func names() {
        #expect(FileOwner.name(ofNearest: "/proc/1/nothing/there") == FileOwner.name(ofNearest: "/proc/1"))
        #expect(FileOwner.name(ofNearest: "/etc/passwd") == "root")
        #expect(FileOwner.name(ofNearest: "") == nil)
    }

    @Test("a file in a missing directory is not writable, one in an own directory is")
    func writing() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: place) }
        #expect(FileOwner.mayWrite(nearest: place + "/history.db"))
        #expect(!FileOwner.mayWrite(nearest: place + "/none/history.db"))
    }

    @Test("a file created by root belongs to the directory's owner, and an existing one is unchanged")
    func giving() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let file = place + "/history.db"
        let isRoot = FileOwner.name(ofNearest: place) == "root"
        if isRoot { try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: place) }
        try FileOwner.createForDirectoryOwner(file, mode: 0o640)
        #expect(FileManager.default.fileExists(atPath: file) == isRoot)
        #expect(FileOwner.name(ofNearest: file) == FileOwner.name(ofNearest: place))
        try Data("x".utf8).write(to: URL(filePath: file))
        try FileOwner.createForDirectoryOwner(file, mode: 0o640)
        #expect(try FileContents.read(file) == [0x78])
        let other = place + "/event.json"
        try FileOwner.createForDirectoryOwner(other, mode: 0o600, content: [0x79])
        if isRoot {
            #expect(try FileContents.read(other) == [0x79])
            #expect(FileOwner.name(ofNearest: other) == FileOwner.name(ofNearest: place))
        }
    }
}
