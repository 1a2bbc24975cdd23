import Linux
import TestSupport
import Testing

struct DirectorySignalTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    @Test("each signal wakes the watchers of the directory once, and leaves the file as it is")
    func wakes() throws {
        let watcher = try DirectoryWatcher(directory.path)
        #expect(watcher.drain() == false)
        for _ in 0..<3 {
            try DirectorySignal.raise(directory.file("tick"), mode: 0o640)
            #expect(watcher.drain() == true)
            #expect(watcher.drain() == false)
        }
        try directory.write("tick", [1, 2, 3])
        try DirectorySignal.raise(directory.file("tick"), mode: 0o640)
        #expect(try directory.bytes("tick") == [1, 2, 3])
        #expect(directory.names == ["tick"])
    }

    @Test("a missing directory, a link and a pipe are refused")
    func refuses() throws {
        #expect(throws: SystemError.self) { try DirectorySignal.raise(directory.file("none/tick"), mode: 0o640) }
        let commands = "cd '\(directory.path)' && touch real && ln -s real link && mkfifo pipe"
        #expect(try ChildProcess("/bin/sh", ["-c", commands]).wait(atMost: .seconds(60)) == .exited(0))
        for name in ["link", "pipe"] {
            #expect(throws: SystemError.self) { try DirectorySignal.raise(directory.file(name), mode: 0o640) }
        }
    }
}
