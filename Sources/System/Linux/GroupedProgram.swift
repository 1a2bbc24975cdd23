import CLinux
import Glibc

/// Another program, started with something to read and as the head of a process group, so that it and what it has
/// started can be ended together.
public struct GroupedProgram: Sendable {
    private let process: pid_t

    /// Starts a program with this one's standard output and standard error.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - environment: variables to set beside those of this process.
    ///   - input: what it reads on standard input, from where the descriptor stands.
    /// - Throws: ``SystemError`` with the program, `ENOEXEC` where it is none.
    public init(
        starting program: String, environment: [String: String], input: borrowing FileDescriptor
    ) throws(SystemError) {
        let words = CStrings([program])
        let merged = ProcessEnvironment.variables.merging(environment) { $1 }
        let variables = CStrings(merged.map { "\($0.key)=\($0.value)" })
        var actions = unsafe posix_spawn_file_actions_t()
        // The lists end with null and live until the call returns; so do the attributes and actions made here.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
        _ = unsafe whereismy_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe Spawn.setSignals(&attributes)
        var process = pid_t()
        let code = unsafe posix_spawn(&process, program, &actions, &attributes, words.pointers, variables.pointers)
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        self.process = process
    }

    /// Waits for its end, and has what is left of its group end with it.
    ///
    /// - Parameters:
    ///   - limit: how long it may take; then the group is asked to end.
    ///   - grace: how long it may take to do so; then the group is ended.
    /// - Returns: how it has ended, and whether it took too long.
    /// - Throws: ``SystemError`` with the reason of `pidfd_open` or `waitpid`.
    public func end(
        within limit: Duration, grace: Duration
    ) throws(SystemError) -> (status: ProcessExitStatus, isLate: Bool) {
        let number = pidfd_open(process, 0)
        guard number >= 0 else { throw .last("pidfd_open") }
        let handle = FileDescriptor(owning: number)
        let isLate = !Poll.wait([.readable(handle)], timeout: limit)[0]
        if isLate {
            kill(-process, SIGTERM)
            _ = Poll.wait([.readable(handle)], timeout: grace)
        }
        // Not collected yet, it keeps its number from becoming another group's.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        // The kernel writes the one value; what was killed ends at once.
        guard unsafe waitpid(process, &status, 0) == process else { throw .last("waitpid") }
        return (ProcessExitStatus(waitStatus: status), isLate)
    }
}
