import Linux
import TestSupport
import Testing

@testable import Daemon

struct CommitTickTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("run") + "/commits/tick"
    }

    @Test("the directory is there from the start, for the group only, and each commit wakes its watchers")
    func wakes() throws {
        let tick = CommitTick(path)
        let watcher = try DirectoryWatcher(directory.file("run") + "/commits")
        tick.raise()
        #expect(watcher.drain() == true)
        #expect(watcher.drain() == false)
        let test = "cd '\(directory.path)' && test $(stat -c %a%a run/commits/tick | cut -c 3) = 0"
        #expect(try ChildProcess("/bin/sh", ["-c", test]).wait(atMost: .seconds(60)) == .exited(0))
    }

    @Test("a directory that was removed is made again, and one that cannot be made stops nothing")
    func removed() throws {
        let tick = CommitTick(path)
        try DirectoryEntry.removeTree(directory.file("run"))
        tick.raise()
        #expect(directory.names == ["run"])
        try DirectoryEntry.removeTree(directory.file("run"))
        try directory.write("run", [])
        for _ in 0..<2 { tick.raise() }
        try DirectoryEntry.remove(directory.file("run"))
        tick.raise()
        #expect(try FileContents.read(path) == [])
    }

    @Test("an import wakes watchers, and creates no directory")
    func imports() throws {
        CommitTick.raiseIfWatched(path)
        #expect(directory.names == [])
        try Directory.create(directory.file("run") + "/commits", mode: 0o750)
        let watcher = try DirectoryWatcher(directory.file("run") + "/commits")
        CommitTick.raiseIfWatched(path)
        #expect(watcher.drain() == true)
    }
}
