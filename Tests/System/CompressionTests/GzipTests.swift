import Testing

@testable import Compression

struct GzipTests {
    private func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test("compressed data decompresses to the original, of any length", arguments: [0, 1, 100, 16_384, 300_000])
    func roundTrip(length: Int) {
        for bytes in [[UInt8](repeating: 0x61, count: length), noise(length)] {
            #expect(Gzip.decompress(Gzip.compress(bytes), length: length) == bytes)
        }
    }

    @Test("damaged or truncated data, or another length, is nil")
    func damaged() {
        let (bytes, packed) = (noise(1000), Gzip.compress(noise(1000)))
        for length in [0, 999, 1001] { #expect(Gzip.decompress(packed, length: length) == nil) }
        #expect(Gzip.decompress(Array(packed.dropLast()), length: bytes.count) == nil)
        #expect(Gzip.decompress(packed + [0], length: bytes.count) == nil)
        for place in [0, 20, packed.count - 6] {
            var damaged = packed
            damaged[place] ^= 0x55
            #expect(Gzip.decompress(damaged, length: bytes.count) == nil)
        }
        #expect(Gzip.decompress([], length: 0) == nil)
    }

    @Test("text becomes much shorter")
    func shorter() {
        let text = Array(String(repeating: #"{"latitude":52.5,"longitude":13.4}"#, count: 100).utf8)
        #expect(Gzip.compress(text).count < text.count / 10)
    }

    @Test("incremental compression decompresses to the original", arguments: [1, 7, 1000, 50_000])
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
        #expect(Gzip.decompress(output, length: bytes.count) == bytes)
    }

    @Test("there is no output after the end")
    func afterTheEnd() {
        let encoder = GzipEncoder()
        _ = encoder.finish()
        #expect(encoder.append([1, 2, 3]) == [] && encoder.finish() == [])
    }
}
