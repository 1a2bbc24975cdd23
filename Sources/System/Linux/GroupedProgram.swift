import CLinux
import Glibc

public struct GroupedProgram: Sendable {
    private let process: pid_t

    /// Starts a program as the leader of a process group, with this one's standard output and standard error.
    ///
    /// The program and all that it starts can then be ended together.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - environment: Variables to add to those of this process.
    ///   - input: Its standard input, read from the current offset of the descriptor.
    /// - Throws: ``SystemError`` with the program, `ENOEXEC` if it is not one.
    public init(
        starting program: String, environment: [String: String], input: borrowing FileDescriptor
    ) throws(SystemError) {
        let words = CStrings([program])
        let merged = ProcessEnvironment.variables.merging(environment) { $1 }
        let variables = CStrings(merged.map { "\($0.key)=\($0.value)" })
        var actions = unsafe posix_spawn_file_actions_t()
        // The arrays are null-terminated and live until the call returns; so do the attributes and actions created
        // here.
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

    /// Waits for its end, then kills the rest of its group.
    ///
    /// - Parameters:
    ///   - limit: The maximum run time, after which the group receives SIGTERM.
    ///   - grace: The time until SIGKILL follows.
    /// - Returns: The exit status, and true if the limit was exceeded.
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
        // The unreaped process keeps its number from being reused for another group.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        // The kernel writes one value; a killed process ends at once.
        guard unsafe waitpid(process, &status, 0) == process else { throw .last("waitpid") }
        return (ProcessExitStatus(waitStatus: status), isLate)
    }
}
