import CLinux
import Glibc

/// A program started by this one, without the guard of a ``ChildProcess``: it may outlive this process.
public struct Subprocess: Sendable {
    private let process: pid_t

    /// Starts a program with this one's environment and standard streams.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to look up in `PATH`.
    ///   - arguments: The arguments after the program's name.
    /// - Throws: ``SystemError``, `ENOENT` if there is no such program.
    public init(starting program: String, _ arguments: [String]) throws(SystemError) {
        let list = CStrings([program] + arguments)
        var process = pid_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.restoreSignals(&attributes)
        // The array is null-terminated and outlives the call; the environment never changes.
        let code = unsafe posix_spawnp(&process, program, nil, &attributes, list.pointers, whereismy_environ())
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        self.process = process
    }

    /// Waits for its end.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Its exit code, 128 plus the signal that killed it, or nil if it still runs.
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

    /// Undoes what survives exec and surprises other programs: this one's ignored SIGPIPE and blocked signals.
    private static func restoreSignals(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }
}
