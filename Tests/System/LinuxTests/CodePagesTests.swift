import Testing

@testable import Linux

struct CodePagesTests {
    private static let clean = "Size: 8 kB\nRss: 8 kB\nAnonymous:             0 kB\nVmFlags: rd ex mr mw me"
    private static let written = "Size: 8 kB\nRss: 8 kB\nAnonymous:             4 kB\nVmFlags: rd mr mw me ac"

    @Test(
        "read-only file mappings are recognised among all others",
        arguments: [
            ("1000-3000 r-xp 00001000 fe:00 1653 /usr/bin/whereismyd", [0x1000..<0x3000]),
            ("1000-3000 r-xp 00001000 fe:00 1653                  /opt/a name", [0x1000..<0x3000]),
            ("1000-3000 r--p 00000000 fe:00 1653 /usr/bin/whereismyd", [0x1000..<0x3000]),
            ("1000-3000 rw-p 00000000 fe:00 1653 /usr/bin/whereismyd", []),
            ("1000-3000 rwxp 00000000 fe:00 1653 /usr/bin/whereismyd", []),
            ("1000-3000 r-xs 00000000 fe:00 1653 /usr/bin/whereismyd", []),
            ("1000-3000 r-xp 00000000 00:00 0 [vdso]", []), ("1000-3000 r-xp 00000000 00:00 0", []),
            ("3000-1000 r-xp 00000000 fe:00 1653 /x", []), ("x-y r-xp 00000000 fe:00 1653 /x", []), ("", []),
        ] as [(String, [Range<UInt>])])
    func ranges(line: String, expected: [Range<UInt>]) {
        #expect(CodePages.ranges(in: "\(line)\n\(Self.clean)\n") == expected)
        #expect(CodePages.ranges(in: "\(line)\n\(Self.clean)\n\(line)\n\(Self.clean)\n") == expected + expected)
        // Such as pages that the dynamic linker wrote to and made read-only afterwards.
        #expect(CodePages.ranges(in: "\(line)\n\(Self.written)\n") == [])
        #expect(CodePages.ranges(in: "\(line)\n") == [])
    }

    @Test("evicted code runs again, and uses less memory")
    func evicts() throws {
        let before = try #require(ProcessMemory.resident)
        CodePages.evict()
        let after = try #require(ProcessMemory.resident)
        #expect(after < before)
        let maps = String(decoding: try FileContents.read("/proc/self/smaps"), as: UTF8.self)
        #expect(!CodePages.ranges(in: maps).isEmpty)
    }
}
