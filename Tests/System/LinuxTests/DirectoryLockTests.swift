import Glibc
import Linux
import Testing

struct DirectoryLockTests {
    private let file = TemporaryPath("lock")
    private var path: String { file.path }
    /// The file that decides on a visible lock.
    private var hidden: String { "/tmp/.\(path.dropFirst(5))" }

    @Test("is held by one holder only, until released")
    func exclusive() throws {
        #expect(!DirectoryLock.isHeld(path))
        try holding {
            #expect(DirectoryLock.isHeld(path))
            #expect(DirectoryLock.isHeld(path), "the query must not acquire or release it")
            #expect(throws: DirectoryLock.LockError.held(path: path, process: getpid())) {
                _ = try DirectoryLock(path)
            }
        }
        #expect(until { !DirectoryLock.isHeld(path) })
        try holding { #expect(DirectoryLock.isHeld(path)) }
    }

    @Test("who may only read the files cannot keep the lock from its holder", arguments: [false, true])
    func readers(isVisible: Bool) throws {
        try holding(isVisible: isVisible) {}
        // A shared lock on all that a member of the group can open.
        let reader = isVisible ? try ReadLock(path) : nil
        try holding(isVisible: isVisible) {
            #expect(DirectoryLock.isHeld(path))
            let second = try ReadLock(path, isExpected: isVisible)
            #expect(throws: DirectoryLock.LockError.held(path: path, process: getpid())) {
                _ = try DirectoryLock(path, isVisible: isVisible)
            }
            withExtendedLifetime(second) {}
        }
        withExtendedLifetime(reader) {}
        // The path is lent to the call as a C string.
        defer { unsafe unlink(hidden) }
        let status = try FileStatus(of: path)
        #expect(status.mode == (isVisible ? 0o640 : 0o600))
        if isVisible { #expect(try FileStatus(of: hidden).mode == 0o600) }
    }

    @Test("a lock of an earlier version, which is a write lock on the readable file, excludes a visible one")
    func earlierVersion() throws {
        // The path is lent to the call as a C string.
        defer { unsafe unlink(hidden) }
        let earlier = try DirectoryLock(path)
        // That version stored no number.
        #expect(throws: DirectoryLock.LockError.held(path: path, process: nil)) {
            _ = try DirectoryLock(path, isVisible: true)
        }
        _ = consume earlier
        try holding(isVisible: true) {
            #expect(throws: DirectoryLock.LockError.self) { _ = try DirectoryLock(path) }
        }
    }

    @Test("the error names the process that holds the lock, but no text that is not the number of a process")
    func process() throws {
        defer { unsafe unlink(hidden) }
        try holding(isVisible: true) {
            for (stored, process): (String, Int32?) in [
                ("3449\n", 3449), ("7\n", 7), ("", nil), ("34", nil), ("-1\n", nil), ("0\n", nil),
                ("x\u{1B}[2J\n", nil),
                ("99999999999999999999\n", nil),
            ] {
                let file = FileDescriptor(owning: unsafe open(hidden, O_WRONLY | O_TRUNC))
                try file.write(Array(stored.utf8))
                #expect(throws: DirectoryLock.LockError.held(path: path, process: process), "\(stored)") {
                    _ = try DirectoryLock(path, isVisible: true)
                }
            }
        }
        let error = DirectoryLock.LockError.held(path: "/run/lock", process: 3449)
        #expect(error.description == "already running here (process 3449): /run/lock is locked")
        #expect(
            DirectoryLock.LockError.held(path: "/l", process: nil).description == "already running here: /l is locked")
    }

    @Test("an impossible path is an error with the path")
    func impossible() {
        let error = #expect(throws: DirectoryLock.LockError.self) { _ = try DirectoryLock("/proc/none/lock") }
        #expect(error?.description == "/proc/none/lock: open: No such file or directory")
        #expect(!DirectoryLock.isHeld("/proc/none/lock"))
    }

    private func holding(isVisible: Bool = false, _ body: () throws -> Void) throws {
        let lock = try acquired(isVisible: isVisible)
        try body()
        _ = consume lock
    }
}

extension DirectoryLockTests {
    /// Returns the lock once nobody holds it: a process that another test starts inherits it until its program runs.
    private func acquired(isVisible: Bool) throws(DirectoryLock.LockError) -> DirectoryLock {
        for _ in 0..<500 {
            do throws(DirectoryLock.LockError) { return try DirectoryLock(path, isVisible: isVisible) } catch {
                guard case .held = error else { throw error }
                _ = Poll.wait([], timeout: .milliseconds(20))
            }
        }
        throw .held(path: path, process: nil)
    }

    private func until(_ condition: () -> Bool) -> Bool {
        for _ in 0..<500 where !condition() { _ = Poll.wait([], timeout: .milliseconds(20)) }
        return condition()
    }
}

/// A read lock by a descriptor that can only read.
private final class ReadLock {
    private let number: Int32

    init(_ path: String, isExpected: Bool = true) throws {
        // The path is lent to the call as a C string.
        number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        var request = flock(l_type: Int16(F_RDLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        // F_OFD_SETLK; the kernel reads one value.
        #expect((unsafe fcntl(number, 37, &request) == 0) == isExpected)
    }

    deinit { close(number) }
}
