import Linux
import TestSupport
import Testing

@testable import Daemon

struct LateRunReadersTests {
    private let directory: ScratchDirectory
    private let readers: LateRunReaders

    init() throws {
        directory = try ScratchDirectory()
        readers = LateRunReaders(directory: directory.file("cursors"))
    }

    private func write(_ files: [String: String]) throws {
        try Directory.create(directory.file("cursors"), mode: 0o750)
        for (name, text) in files { try directory.write("cursors/" + name, Array(text.utf8)) }
    }

    @Test("without a directory or a file nothing is known")
    func none() throws {
        #expect(readers.lowest(of: "a") == nil)
        try write([:])
        #expect(readers.lowest(of: "a") == nil)
        try directory.write("file", [])
        #expect(LateRunReaders(directory: directory.file("file")).lowest(of: "a") == nil)
    }

    @Test("the slowest reader counts, and one of another history has read nothing")
    func lowest() throws {
        try write(["home.json": #"{"late":7,"history":"a","newest":12.5}"#, "b.json": #"{"late":5}"#])
        #expect(readers.lowest(of: "a") == 5)
        try write(["c.json": #"{"late":3,"history":"a"}"#])
        #expect(readers.lowest(of: "a") == 3)
        #expect(readers.lowest(of: "b") == 0)
        #expect(readers.lowest(of: nil) == 0)
    }

    @Test(
        "a file that is no cursor is ignored",
        arguments: [
            "", "{}", "[]", "7", #"{"late":"7"}"#, #"{"late":-1}"#, #"{"late":1.5}"#, #"{"late":1e30}"#,
            #"{"late":99999999999999999999}"#, #"{"late":null}"#, #"{"late":1,"history":5}"#, #"{"late":1"#,
            String(repeating: "[", count: 60_000), "\u{0}",
        ])
    func hostile(text: String) throws {
        try write(["a.json": text, "b.json": #"{"late":5}"#])
        #expect(readers.lowest(of: "a") == 5)
    }

    @Test("a cursor with a long list of spans is that of a slow reader: nothing is removed")
    func long() throws {
        try write(["a.json": #"{"late":4}"# + String(repeating: " ", count: 70_000), "b.json": #"{"late":5}"#])
        #expect(readers.lowest(of: "a") == 0)
    }

    @Test("other names, directories and pipes are ignored")
    func kinds() throws {
        try write(["a.txt": #"{"late":1}"#, ".b.json.new": #"{"late":1}"#, "c.json": #"{"late":5}"#])
        let commands = "cd '\(directory.path)/cursors' && mkdir d.json && mkfifo e.json"
        #expect(try ChildProcess("/bin/sh", ["-c", commands]).wait(atMost: .seconds(60)) == .exited(0))
        #expect(readers.lowest(of: "a") == 5)
    }

    @Test("more files than any installation has keep every run")
    func many() throws {
        let files = (0...LateRunReaders.maxCount).map { ("\($0).json", #"{"late":5}"#) }
        try write(Dictionary(uniqueKeysWithValues: files))
        #expect(readers.lowest(of: "a") == nil)
        try DirectoryEntry.remove(directory.file("cursors") + "/0.json")
        #expect(readers.lowest(of: "a") == 5)
    }
}
