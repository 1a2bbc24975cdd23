import Linux
import TestSupport
import Testing

struct DirectoryHandleTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("file", [1, 2, 3])
    }

    private func link(_ name: String, to path: String) throws {
        #expect(
            try ProgramOutput.capture("ln", ["-s", path, scratch.file(name)], within: .seconds(20)).status == .exited(0)
        )
    }

    @Test("entries with invalid names are removed")
    func odd() throws {
        let scratch = try ScratchDirectory()
        let script =
            "cd \(scratch.path) && : >\"$(printf '\\377\\376')\" && mkdir -p \"$(printf '\\375')/a\" && : >good"
        #expect(try ProgramOutput.capture("sh", ["-c", script], within: .seconds(20)).status == .exited(0))
        #expect(try DirectoryHandle(scratch.path).names(atMost: 10) == ["good"])
        let listing = try ProgramOutput.capture("ls", ["-A", scratch.path], within: .seconds(20))
        let left = String(decoding: listing.bytes, as: UTF8.self)
        #expect(left.hasPrefix(".odd-") && left.hasSuffix("\ngood\n"))
    }

    @Test("names are read anew each time, up to the limit; hidden ones do not count")
    func names() throws {
        let directory = try DirectoryHandle(scratch.path)
        #expect(try directory.names(atMost: 10) == ["file"])
        for number in 0..<5 { try scratch.write(".hidden-\(number)", []) }
        #expect(try directory.names(atMost: 1) == ["file"])
        try scratch.write("other", [])
        #expect(try directory.names(atMost: 10).sorted() == ["file", "other"])
        #expect(try directory.names(atMost: 1).count == 1)
    }

    @Test("a file is read up to the limit, and a longer one is an error")
    func contents() throws {
        let directory = try DirectoryHandle(scratch.path)
        #expect(try directory.contents(of: "file", limit: 3) == [1, 2, 3])
        let error = #expect(throws: SystemError.self) { try directory.contents(of: "file", limit: 2) }
        #expect(error?.subject == scratch.file("file"))
    }

    @Test("no link is followed, and only regular files are read")
    func links() throws {
        try link("link", to: scratch.file("file"))
        try link("folder", to: scratch.path)
        #expect(throws: SystemError.self) { _ = try DirectoryHandle(scratch.file("folder")) }
        let directory = try DirectoryHandle(scratch.path)
        #expect(throws: SystemError.self) { try directory.contents(of: "link", limit: 10) }
        #expect(throws: SystemError.self) { try directory.contents(of: "folder", limit: 10) }
        #expect(try ProgramOutput.capture("mkfifo", [scratch.file("pipe")], within: .seconds(20)).status == .exited(0))
        let error = #expect(throws: SystemError.self) { try directory.contents(of: "pipe", limit: 10) }
        #expect(error?.isNotRegularFile == true)
    }

    @Test("operations apply to the open directory after its path has changed")
    func held() throws {
        try Directory.create(scratch.file("a"), mode: 0o700)
        try scratch.write("a/x", [7])
        let directory = try DirectoryHandle(scratch.file("a"))
        #expect(
            try ProgramOutput.capture("mv", [scratch.file("a"), scratch.file("b")], within: .seconds(20)).status
                == .exited(0))
        try Directory.create(scratch.file("a"), mode: 0o700)
        try directory.move("x", to: directory, as: "y")
        #expect(try directory.contents(of: "y", limit: 1) == [7])
        #expect(try DirectoryListing.names(in: scratch.file("a")).isEmpty)
    }

    @Test("names and empty directories are removed, a link without its target")
    func removes() throws {
        try link("link", to: scratch.file("file"))
        try Directory.create(scratch.file("empty"), mode: 0o700)
        try Directory.create(scratch.file("full/inner"), mode: 0o700)
        let directory = try DirectoryHandle(scratch.path)
        try directory.remove("link")
        try directory.remove("empty")
        #expect(throws: SystemError.self) { try directory.remove("full") }
        let error = #expect(throws: SystemError.self) { try directory.remove("nothing") }
        #expect(error?.isNotFound == true)
        #expect(scratch.names == ["file", "full"])
    }
}
