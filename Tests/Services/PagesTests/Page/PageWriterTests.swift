import Foundation
import Linux
import Pages
import Testing

@Suite("A page in its directory")
struct PageWriterTests {
    @Test("is written when new, changed, deleted or replaced by others, and otherwise left alone")
    func unchanged() throws {
        let folder = try TemporaryFolder()
        let writer = PageWriter(directory: folder.path)
        let file = URL(fileURLWithPath: "\(folder.path)/index.html")
        #expect(try writer.write(name: "index.html", bytes: Array("one".utf8)))
        #expect(try !writer.write(name: "index.html", bytes: Array("one".utf8)))
        #expect(try writer.write(name: "fix.json", bytes: Array("one".utf8)))
        #expect(try writer.write(name: "index.html", bytes: Array("two".utf8)))
        try FileManager.default.removeItem(at: file)
        #expect(try writer.write(name: "index.html", bytes: Array("two".utf8)))
        try Data("changed by another".utf8).write(to: file)
        #expect(try writer.write(name: "index.html", bytes: Array("two".utf8)))
        #expect(try folder.text("index.html") == "two")
        #expect(try folder.names() == ["fix.json", "index.html"])
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test("that cannot be written is an error, and is retried with the next")
    func failure() throws {
        let folder = try TemporaryFolder()
        let writer = PageWriter(directory: "\(folder.path)/later")
        #expect(throws: SystemError.self) { try writer.write(name: "index.html", bytes: [1]) }
        try FileManager.default.createDirectory(atPath: "\(folder.path)/later", withIntermediateDirectories: false)
        #expect(try writer.write(name: "index.html", bytes: [1]))
    }

    @Test("is never torn or empty for a reader in a tight loop")
    func tearing() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/index.html"
        try AtomicFile.replace(path, with: Self.page(0), mode: 0o640)
        let writing = Thread {
            let writer = PageWriter(directory: folder.path)
            var turn = 0
            while !Thread.current.isCancelled {
                turn += 1
                _ = try? writer.write(name: "index.html", bytes: Self.page(UInt8(turn % 200)))
            }
        }
        writing.start()
        defer { writing.cancel() }
        var (reads, different) = (0, Set<UInt8>())
        while reads < 3000 || (different.count < 100 && reads < 1_000_000) {
            let bytes = try FileContents.read(path)
            let first = try #require(bytes.first)
            guard bytes == Self.page(first) else {
                Issue.record("read \(reads) saw a torn page")
                return
            }
            different.insert(first)
            reads += 1
        }
        print("page writer: \(reads) reads saw \(different.count) different pages, each whole")
        #expect(different.count >= 100)
    }

    /// Returns a page of 20 to 40 kB whose every byte identifies it.
    private static func page(_ number: UInt8) -> [UInt8] {
        [UInt8](repeating: number, count: 20_000 + 100 * Int(number))
    }
}
