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

    @Test("a tar archive's files, compressed or not; directories are none", arguments: [7, 1000, 1 << 20])
    func tar(pieces: Int) throws {
        for layout in Tar.Layout.allCases {
            let archive = Tar.archive(
                [("dir/", []), ("dir/a", Self.text), ("b", Array("short".utf8)), ("empty", []), ("link@", [])], layout)
            for packed in [archive, Gzip.compress(archive)] {
                let files = try unpack(packed, pieces: pieces)
                #expect(files.names == ["dir/a", "b", "empty", "link@"], "\(layout)")
                #expect(files.contents == [Self.text, Array("short".utf8), [], []] && files.ended == 4, "\(layout)")
            }
            #expect(try unpack(archive, archives: false).contents == [archive])
        }
    }

    @Test("a tar archive that ends too early or is damaged is an error")
    func damagedTar() {
        let archive = Tar.archive([("a", Self.text), ("b", Self.text)], .ustar)
        for length in [600, archive.count / 2, archive.count - 1024, archive.count - 1500] {
            #expect(throws: UnpackError.truncated) { try unpack(Array(archive.prefix(length))) }
            #expect(throws: UnpackError.truncated) { try unpack(Gzip.compress(Array(archive.prefix(length)))) }
        }
        #expect(throws: UnpackError.truncated) { try unpack(Gzip.compress(archive).dropLast(9)) }
        var damaged = Tar.archive([("a", []), ("b", [])], .ustar)
        damaged[512 + 3] ^= 1
        #expect(throws: UnpackError.damaged) { try unpack(damaged) }
        let bomb = Gzip.compress(Tar.archive([("a", [UInt8](repeating: 0, count: 64 << 20))], .ustar))
        #expect(throws: UnpackError.expandsTooMuch) { try unpack(bomb) }
    }

    @Test("a file stored with its length behind it may have bytes like the signature of the sums")
    func likeDescriptor() throws {
        let signature: [UInt8] = [0x50, 0x4B, 7, 8]
        // The second one has the right length, and another checksum.
        let bytes =
            Array("text".utf8) + signature + signature + [1, 2, 3, 4] + [8, 0, 0, 0] + [8, 0, 0, 0] + Self.text
        for pieces in [1, 5, 1 << 20] {
            let files = try unpack(Zip.archive([("a", bytes), ("b", Self.text)], .storedFollowed), pieces: pieces)
            #expect(files.names == ["a", "b"] && files.contents == [bytes, Self.text])
        }
    }

    @Test("bytes before a zip archive are skipped")
    func junk() throws {
        let archive = Zip.archive([("a", Self.text)], .deflated)
        for pieces in [1, 1 << 20] {
            let files = try unpack(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + archive, pieces: pieces)
            #expect(files.contents == [Self.text])
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
        // Its files are there, but not all of its directory.
        #expect(throws: UnpackError.truncated) { try unpack(Array(archive.dropLast(30)), pieces: 7) }
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
        let text = Array(Self.text.prefix(20_000))
        let archives = Zip.Layout.allCases.map { Zip.archive([("a", text), ("b", [1, 2])], $0) }
        let tars = Tar.Layout.allCases.map { Tar.archive([("a", Array("text".utf8)), ("b", [1, 2])], $0) }
        for archive in archives + tars + [Gzip.compress(Self.text)] {
            for _ in 0..<25 {
                var bytes = archive
                for _ in 0..<4 { bytes[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
                _ = try? unpack(bytes, pieces: .random(in: 1...500, using: &generator))
            }
        }
    }
}
