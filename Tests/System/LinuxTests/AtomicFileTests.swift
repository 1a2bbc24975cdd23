import Foundation
import Glibc
import Linux
import Testing

@Suite("Atomic replacement of a file")
struct AtomicFileTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("atomic-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func content(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test("writes the new content and mode, and leaves no temporary file", arguments: [false, true])
    func replaces(durable: Bool) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/index.html"
        try AtomicFile.replace(path, with: Array("a long first content".utf8), mode: 0o600, durable: durable)
        try AtomicFile.replace(path, with: Array("second".utf8), mode: 0o640, durable: durable)
        #expect(content("index.html") == "second")
        #expect(try names() == ["index.html"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test("a file that a user names is replaced; what a link leads to, and a pipe, are written to and stay")
    func stores() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try AtomicFile.store("\(folder)/file", Array("a long first content".utf8), mode: 0o640)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "file")
        try AtomicFile.store("\(folder)/link", Array("second".utf8), mode: 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "file")
        #expect(content("file") == "second")
        #expect(unsafe mkfifo("\(folder)/pipe", 0o600) == 0)
        let reader = FileDescriptor(owning: unsafe open("\(folder)/pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC))
        try AtomicFile.store("\(folder)/pipe", Array("through".utf8), mode: 0o640)
        #expect(try reader.read(upTo: 100) == Array("through".utf8))
        #expect(try FileStatus(of: "\(folder)/pipe").kind == .other)
        #expect(throws: SystemError.self) { try AtomicFile.store(folder, [], mode: 0o640) }
    }

    @Test("overwrites the temporary file of a crashed writer, longer than the new content or not")
    func staleTemporary() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("half of something".utf8).write(to: URL(fileURLWithPath: "\(folder)/.page.new"))
        try AtomicFile.replace("\(folder)/page", with: Array("new".utf8), mode: 0o640)
        #expect(content("page") == "new")
        #expect(try names() == ["page"])
    }

    @Test("does not block on a FIFO in place of the temporary file", .timeLimit(.minutes(1)))
    func pipe() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(unsafe mkfifo("\(folder)/.page.new", 0o600) == 0)
        #expect(throws: SystemError.self) { try AtomicFile.replace("\(folder)/page", with: [0x78], mode: 0o640) }
        #expect(try names() == [".page.new"])
    }

    @Test("distinguishes each content from the next, and reports a missing file")
    func identity() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/page"
        let first = try AtomicFile.replace(path, with: [1], mode: 0o640)
        #expect(AtomicFile.identity(of: path) == first)
        let second = try AtomicFile.replace(path, with: [2], mode: 0o640)
        #expect(second != first)
        try FileManager.default.removeItem(atPath: path)
        #expect(AtomicFile.identity(of: path) == nil)
    }

    @Test("leaves the file unchanged when the rename fails")
    func failure() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: "\(folder)/taken", withIntermediateDirectories: true)
        let path = "\(folder)/taken"
        let error = #expect(throws: SystemError.self) { try AtomicFile.replace(path, with: [1], mode: 0o640) }
        #expect(error?.description == "\(path): rename: Is a directory")
        #expect(try names() == ["taken"])
    }

    @Test("reports the path if the directory is missing")
    func missingDirectory() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/none/page"
        let error = #expect(throws: SystemError.self) { try AtomicFile.replace(path, with: [1], mode: 0o640) }
        #expect(error?.description == "\(folder)/none/.page.new: open: No such file or directory")
    }

    @Test("never mixes the contents of concurrent writers")
    func writers() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/page"
        await withTaskGroup(of: Void.self) { group in
            for letter in UInt8(ascii: "a")...UInt8(ascii: "d") {
                group.addTask {
                    for _ in 0..<100 {
                        let bytes = [UInt8](repeating: letter, count: 5000 * Int(letter - 96))
                        #expect(throws: Never.self) { try AtomicFile.replace(path, with: bytes, mode: 0o640) }
                        let read = try? FileContents.read(path)
                        #expect(Set(read ?? []).count == 1)
                        #expect(read?.count == 5000 * Int((read?.first ?? 96) - 96))
                    }
                }
            }
        }
        #expect(try names() == ["page"])
    }
}
