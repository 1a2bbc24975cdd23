import Glibc
import Testing

@testable import Linux

struct PrivateDirectoryTests {
    @Test("each is new, and accessible to its owner only")
    func makes() throws {
        let paths = try (0..<2).map { _ in try PrivateDirectory.make(in: "/tmp", named: "whereismy-test") }
        #expect(paths[0] != paths[1] && paths.allSatisfy { $0.hasPrefix("/tmp/whereismy-test-") })
        for path in paths {
            var status = stat()
            // The path is lent to the calls, and the first fills one value.
            #expect(unsafe stat(path, &status) == 0 && status.st_mode == S_IFDIR | 0o700)
            #expect(unsafe rmdir(path) == 0)
        }
    }

    @Test("a failure reports the path")
    func fails() {
        let error = #expect(throws: SystemError.self) { try PrivateDirectory.make(in: "/nowhere", named: "x") }
        #expect(error?.code == ENOENT && error?.subject == "/nowhere/x")
    }
}
