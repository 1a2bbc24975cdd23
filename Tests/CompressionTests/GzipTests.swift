import CZlib
import Testing

@testable import Compression

struct GzipTests {
    /// What zlib itself makes of it; nil where it is not one whole gzip file.
    private func decompressed(_ bytes: [UInt8], room: Int) -> [UInt8]? {
        var stream = unsafe z_stream()
        // 16 more than the largest window: gzip alone (zlib.h, inflateInit2).
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { unsafe _ = inflateEnd(&stream) }
        var input = bytes
        var code = Z_OK
        let output = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe [UInt8](unsafeUninitializedCapacity: room + 1) { buffer, count in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(buffer.count)
                code = unsafe inflate(&stream, Z_FINISH)
                count = unsafe buffer.count - Int(stream.avail_out)
            }
        }
        return unsafe code == Z_STREAM_END && stream.avail_in == 0 ? output : nil
    }

    private func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test("what is compressed is the same again, whatever its length", arguments: [0, 1, 100, 16_384, 300_000])
    func roundTrip(length: Int) {
        for bytes in [[UInt8](repeating: 0x61, count: length), noise(length)] {
            #expect(decompressed(Gzip.compress(bytes), room: length) == bytes)
        }
    }

    @Test("text becomes much shorter")
    func shorter() {
        let text = Array(String(repeating: #"{"latitude":52.5,"longitude":13.4}"#, count: 100).utf8)
        #expect(Gzip.compress(text).count < text.count / 10)
    }

    @Test("parts give the same as the whole", arguments: [1, 7, 1000, 50_000])
    func parts(size: Int) {
        let bytes = noise(20_000) + [UInt8](repeating: 0x20, count: 40_000)
        let encoder = GzipEncoder()
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            output += encoder.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        output += encoder.finish()
        #expect(decompressed(output, room: bytes.count) == bytes)
    }

    @Test("what was flushed can be read before the end")
    func flush() {
        let encoder = GzipEncoder()
        #expect(encoder.append(Array("first".utf8)[...]).count <= 10)
        let flushed = encoder.flush()
        // A flush ends with an empty stored block (RFC 1951, section 3.2.4).
        #expect(flushed.suffix(4) == [0, 0, 0xFF, 0xFF])
        #expect(!encoder.finish().isEmpty)
    }

    @Test("after the end nothing comes any more")
    func afterTheEnd() {
        let encoder = GzipEncoder()
        _ = encoder.finish()
        #expect(encoder.append([1, 2, 3]) == [] && encoder.finish() == [])
    }
}
