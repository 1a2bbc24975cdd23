import Linux
import Testing

struct DirectoryLockTests {
    private let file = TemporaryPath("lock")
    private var path: String { file.path }

    @Test("is held by one holder only, until released")
    func exclusive() throws {
        #expect(!DirectoryLock.isHeld(path))
        try holding {
            #expect(DirectoryLock.isHeld(path))
            #expect(DirectoryLock.isHeld(path), "the query must not acquire or release it")
            #expect(throws: DirectoryLock.LockError.held(path: path)) { _ = try DirectoryLock(path) }
        }
        #expect(!DirectoryLock.isHeld(path))
        try holding { #expect(DirectoryLock.isHeld(path)) }
    }

    @Test("an impossible path is an error with the path")
    func impossible() {
        let error = #expect(throws: DirectoryLock.LockError.self) { _ = try DirectoryLock("/proc/none/lock") }
        #expect(error?.description == "/proc/none/lock: open: No such file or directory")
        #expect(!DirectoryLock.isHeld("/proc/none/lock"))
    }

    private func holding(_ body: () throws -> Void) throws {
        let lock = try DirectoryLock(path)
        try body()
        _ = consume lock
    }
}
