import Linux
import TestSupport
import Testing

struct HeapMemoryTests {
    @Test("freed memory between live blocks is returned to the system")
    func trim() throws {
        let megabyte = 1 << 20
        // Below the size from which the C library maps separate pages.
        var pieces = (0..<64 * 16).map { _ in [UInt8](repeating: 7, count: megabyte / 16) }
        let full = try #require(ProcessMemory.resident)
        pieces = pieces.enumerated().filter { $0.offset % 16 == 15 }.map(\.element)
        HeapMemory.trim()
        let left = try #require(ProcessMemory.resident)
        #expect(full - left > 40 * megabyte)
        #expect(pieces.count == 64)
    }
}
