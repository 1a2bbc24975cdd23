import CLinux
import Glibc

/// Another program, started by this one.
public struct Subprocess: Sendable {
    private let process: pid_t

    /// Starts a program with this one's environment and standard streams.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in `PATH`.
    ///   - arguments: what follows its name.
    /// - Throws: ``SystemError``, `ENOENT` when there is no such program.
    public init(starting program: String, _ arguments: [String]) throws(SystemError) {
        let list = CStrings([program] + arguments)
        var process = pid_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.restoreSignals(&attributes)
        // The list ends with a null and outlives the call; the environment is never changed.
        let code = unsafe posix_spawnp(&process, program, nil, &attributes, list.pointers, whereismy_environ())
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        self.process = process
    }

    /// Waits for its end.
    ///
    /// - Parameter limit: how long; what is left over of it is not waited for again.
    /// - Returns: its exit code, 128 and the signal when a signal ended it, nil when it still runs.
    /// - Throws: ``SystemError`` with the reason of `pidfd_open` or `waitpid`.
    public func exitCode(within limit: Duration) throws(SystemError) -> Int32? {
        let number = pidfd_open(process, 0)
        guard number >= 0 else { throw .last("pidfd_open") }
        let handle = FileDescriptor(owning: number)
        guard Poll.wait([.readable(handle)], timeout: limit)[0] else { return nil }
        var status: Int32 = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else { throw .last("waitpid") }
        return switch ProcessExitStatus(waitStatus: status) {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }

    /// Signals that this program ignores (SIGPIPE) or blocks in a thread stay so across exec; others count on them.
    private static func restoreSignals(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }
}
