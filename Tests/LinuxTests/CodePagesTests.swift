import Testing

@testable import Linux

struct CodePagesTests {
    @Test(
        "code of files is told from all else that is mapped",
        arguments: [
            ("1000-3000 r-xp 00001000 fe:00 1653 /usr/bin/whereismyd", [0x1000..<0x3000]),
            ("1000-3000 r-xp 00001000 fe:00 1653                  /opt/a name", [0x1000..<0x3000]),
            ("1000-3000 r--p 00000000 fe:00 1653 /usr/bin/whereismyd", []),
            ("1000-3000 rwxp 00000000 fe:00 1653 /usr/bin/whereismyd", []),
            ("1000-3000 r-xs 00000000 fe:00 1653 /usr/bin/whereismyd", []),
            ("1000-3000 r-xp 00000000 00:00 0 [vdso]", []), ("1000-3000 r-xp 00000000 00:00 0", []),
            ("3000-1000 r-xp 00000000 fe:00 1653 /x", []), ("x-y r-xp 00000000 fe:00 1653 /x", []), ("", []),
        ] as [(String, [Range<UInt>])])
    func ranges(line: String, expected: [Range<UInt>]) {
        #expect(CodePages.ranges(in: line + "\n") == expected)
        #expect(CodePages.ranges(in: "\(line)\n\(line)\n") == expected + expected)
    }

    @Test("code that has been let go of runs again, and takes less memory")
    func letGo() throws {
        let before = try #require(ProcessMemory.resident)
        CodePages.letGo()
        let after = try #require(ProcessMemory.resident)
        #expect(after < before)
        let maps = String(decoding: try FileContents.read("/proc/self/maps"), as: UTF8.self)
        #expect(!CodePages.ranges(in: maps).isEmpty)
    }
}
