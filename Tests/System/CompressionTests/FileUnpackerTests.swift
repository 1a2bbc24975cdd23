import Testing

@testable import Compression

/// Files that are unpacked, as text.
private final class Files: UnpackedFileReceiver {
    var names: [String?] = []
    var contents: [[UInt8]] = []
    var ended = 0

    func begin(_ name: String?) {
        names.append(name)
        contents.append([])
    }

    func receive(_ bytes: Span<UInt8>) {
        for index in bytes.indices { contents[contents.count - 1].append(bytes[index]) }
    }

    func end() { ended += 1 }
}

struct FileUnpackerTests {
    private func unpack(_ bytes: [UInt8], pieces: Int = 65_536, archives: Bool = true) throws(UnpackError) -> Files {
        let (files, unpacker) = (Files(), FileUnpacker(unpacksArchives: archives))
        var start = 0
        while start < bytes.count {
            let end = min(start + pieces, bytes.count)
            try unpacker.feed(bytes.span.extracting(start..<end), into: files)
            start = end
        }
        try unpacker.finish(into: files)
        return files
    }

    private static let text = Array(String(repeating: "a line of a track\n", count: 20_000).utf8)

    @Test("plain files pass unchanged, of any length and in pieces of any size", arguments: [1, 3, 1000])
    func plain(pieces: Int) throws {
        for bytes in [[], [0x50], [0x50, 0x4B, 3], Array("track".utf8)] {
            let files = try unpack(bytes, pieces: pieces)
            #expect(files.names == [nil] && files.contents == [bytes] && files.ended == 1)
        }
    }

    @Test("gzip, several members and padding are one file", arguments: [1, 1000, 1 << 20])
    func gzip(pieces: Int) throws {
        let packed = Gzip.compress(Self.text) + Gzip.compress(Array("end".utf8)) + [0, 0, 0]
        let files = try unpack(packed, pieces: pieces)
        #expect(files.names == [nil] && files.contents == [Self.text + Array("end".utf8)] && files.ended == 1)
    }

    @Test("damaged and truncated gzip is an error, after what could be read")
    func damagedGzip() {
        let packed = Gzip.compress(Self.text)
        #expect(throws: UnpackError.truncated) { try unpack(packed.dropLast()) }
        #expect(throws: UnpackError.damaged) { try unpack(packed + [1, 2, 3]) }
        var damaged = packed
        damaged[packed.count - 6] ^= 1
        #expect(throws: UnpackError.damaged) { try unpack(damaged) }
    }

    @Test("a bomb is refused before it is unpacked")
    func bomb() {
        let packed = Gzip.compress([UInt8](repeating: 0, count: 64 << 20))
        #expect(packed.count < 100_000)
        #expect(throws: UnpackError.expandsTooMuch) { try unpack(packed) }
    }

    @Test("an archive's files: stored, deflated, with sums before or after them", arguments: [1, 7, 1 << 20])
    func zip(pieces: Int) throws {
        for layout in Zip.Layout.allCases {
            let archive = Zip.archive(
                [("dir/", []), ("dir/a", Self.text), ("b", Array("short".utf8)), ("empty", [])], layout)
            let files = try unpack(archive, pieces: pieces)
            #expect(files.names == ["dir/a", "b", "empty"], "\(layout)")
            #expect(files.contents == [Self.text, Array("short".utf8), []] && files.ended == 3, "\(layout)")
        }
    }

    @Test("an archive within an archive passes unchanged, and an empty one has no files")
    func nested() throws {
        let inner = Zip.archive([("a", Self.text)], .deflated)
        #expect(try unpack(inner, archives: false).contents == [inner])
        #expect(try unpack(Zip.archive([], .stored)).names.isEmpty)
    }

    @Test("archives that are truncated, damaged, encrypted or packed otherwise are errors")
    func damagedZip() {
        let archive = Zip.archive([("a", Self.text), ("b", Self.text)], .deflated)
        #expect(throws: UnpackError.truncated) { try unpack(Array(archive.prefix(archive.count / 2))) }
        var damaged = archive
        damaged[14] ^= 1
        #expect(throws: UnpackError.damaged) { try unpack(damaged) }
        var encrypted = archive
        encrypted[6] |= 1
        #expect(throws: UnpackError.encrypted(name: "a")) { try unpack(encrypted) }
        var packed = archive
        packed[8] = 12
        #expect(throws: UnpackError.unsupportedMethod(name: "a")) { try unpack(packed) }
        var unknown = Zip.archive([("a", Self.text)], .stored)
        unknown[6] |= 8
        #expect(throws: UnpackError.unknownLength(name: "a")) { try unpack(unknown) }
    }

    @Test("no mutation of an archive crashes or hangs")
    func mutated() {
        var generator = SystemRandomNumberGenerator()
        let archives = Zip.Layout.allCases.map { Zip.archive([("a", Self.text), ("b", [1, 2])], $0) }
        for archive in archives + [Gzip.compress(Self.text)] {
            for _ in 0..<25 {
                var bytes = archive
                for _ in 0..<4 { bytes[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
                _ = try? unpack(bytes, pieces: .random(in: 1...500, using: &generator))
            }
        }
    }
}
