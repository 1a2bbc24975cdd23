import Linux
import TestSupport
import Testing

struct HeapMemoryTests {
    @Test("what was given back between what is still in use goes to the system")
    func trim() throws {
        let megabyte = 1 << 20
        // Less than the size from which the C library gives a piece pages of its own.
        var pieces = (0..<64 * 16).map { _ in [UInt8](repeating: 7, count: megabyte / 16) }
        let full = try #require(ProcessMemory.resident)
        pieces = pieces.enumerated().filter { $0.offset % 16 == 15 }.map(\.element)
        HeapMemory.trim()
        let left = try #require(ProcessMemory.resident)
        #expect(full - left > 40 * megabyte)
        #expect(pieces.count == 64)
    }
}
