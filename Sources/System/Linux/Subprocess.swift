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
        let spawn = Spawn(file: program, arguments: [program] + arguments, isSearched: true, leadsGroup: false)
        process = try unsafe spawn.start(program) { _ in }
    }

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
        let number = input.number
        let spawn = Spawn(file: program, arguments: [program], environment: environment)
        process = try unsafe spawn.start(program) { actions in
            // Each call copies its arguments into the caller's actions.
            unsafe posix_spawn_file_actions_adddup2(actions, number, 0)
            _ = unsafe whereismy_close_from(actions, 3)
        }
    }

    /// Waits for its end.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Its exit code, 128 plus the signal that killed it, or nil if it still runs.
    /// - Throws: ``SystemError`` with the reason of `pidfd_open` or `waitpid`.
    public func exitCode(within limit: Duration) throws(SystemError) -> Int32? {
        let handle = try Self.handle(of: process)
        guard Poll.wait(for: .readable(handle), timeout: limit) else { return nil }
        var status: Int32 = 0
        // The kernel writes one value.
        guard unsafe waitpid(process, &status, WNOHANG) == process else { throw .last("waitpid") }
        return switch ProcessExitStatus(waitStatus: status) {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
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
        let handle = try Self.handle(of: process)
        let isLate = !Poll.wait(for: .readable(handle), timeout: limit)
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

    /// Returns a descriptor that becomes readable when a process ends.
    fileprivate static func handle(of process: pid_t) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(pidfd_open(process, 0), of: "pidfd_open")
    }
}

/// The standard output of a program, and its exit status.
public struct ProgramOutput: Hashable, Sendable {
    /// The bytes of standard output.
    public let bytes: [UInt8]
    /// The exit status.
    public let status: ProcessExitStatus

    /// Creates a value from its parts.
    public init(bytes: [UInt8], status: ProcessExitStatus) {
        self.bytes = bytes
        self.status = status
    }

    /// Runs a program to its end, with empty standard input; standard error is discarded.
    ///
    /// It runs with `LC_ALL=C`, and is killed when it exceeds a limit.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to look up in `PATH`.
    ///   - arguments: The arguments after the program's name.
    ///   - limit: The maximum number of bytes of output.
    ///   - timeout: The maximum run time.
    /// - Returns: Its output.
    /// - Throws: ``SystemError`` with the program: `ENOENT` if there is none, `ETIMEDOUT` on timeout, `EFBIG` beyond the
    ///   limit.
    public static func capture(
        _ program: String, _ arguments: [String] = [], limit: Int = 1 << 16, within timeout: Duration
    ) throws(SystemError) -> ProgramOutput {
        let deadline = SystemClock.uptime + timeout
        let sockets = try SocketPair()
        let process = try start(program, arguments, output: sockets.far.number)
        let near = sockets.closeFarEnd()
        do throws(SystemError) {
            let bytes = try contents(of: near, program, limit: limit, before: deadline)
            return ProgramOutput(bytes: bytes, status: try end(of: process, program, before: deadline))
        } catch {
            kill(process, SIGKILL)
            // A killed process ends at once.
            _ = waitpid(process, nil, 0)
            throw error
        }
    }

    /// Starts a program whose standard output is a descriptor; its other streams are /dev/null.
    private static func start(
        _ program: String, _ arguments: [String], output: Int32
    ) throws(SystemError) -> pid_t {
        let spawn = Spawn(
            file: program, arguments: [program] + arguments, environment: ["LC_ALL": "C"], isSearched: true)
        return try unsafe spawn.start(program) { actions in
            // Each call copies its arguments into the caller's actions.
            unsafe posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(actions, output, 1)
            unsafe posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0)
            _ = unsafe whereismy_close_from(actions, 3)
        }
    }

    private static func contents(
        of output: borrowing FileDescriptor, _ program: String, limit: Int, before deadline: Duration
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            guard Poll.wait(for: .readable(output), timeout: max(.zero, deadline - SystemClock.uptime)) else {
                throw SystemError("read", program, code: ETIMEDOUT)
            }
            let part = try output.read(upTo: 16_384)
            guard !part.isEmpty else { return bytes }
            bytes += part
            guard bytes.count <= limit else { throw SystemError("read", program, code: EFBIG) }
        }
    }

    /// Waits for the exit: a program may close its output and continue to run.
    private static func end(
        of process: pid_t, _ program: String, before deadline: Duration
    ) throws(SystemError) -> ProcessExitStatus {
        let handle = try Subprocess.handle(of: process)
        var status: Int32 = 0
        // The kernel writes one value.
        guard Poll.wait(for: .readable(handle), timeout: max(.zero, deadline - SystemClock.uptime)),
            unsafe waitpid(process, &status, WNOHANG) == process
        else { throw SystemError("wait", program, code: ETIMEDOUT) }
        return ProcessExitStatus(waitStatus: status)
    }
}
