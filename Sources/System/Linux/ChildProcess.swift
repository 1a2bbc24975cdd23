import CLinux
import Glibc
import Synchronization

/// A child process that never outlives this one.
///
/// The child has its own process group, so that Ctrl-C in the terminal reaches this process only, which then stops the
/// child in order. If this process dies first, a guard stops the child: see ``GuardedSpawn``.
public final class ChildProcess: Sendable {
    /// The child's process id; the kernel may reuse it after the child has exited.
    public let pid: Int32

    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// The guard holds the far end.
        let lifeline: SocketPair
        var status: ProcessExitStatus?
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: Variables to add to those of this process.
    ///   - output: The file that standard output is appended to; nil discards it.
    ///   - errors: The same for standard error.
    /// - Throws: ``SystemError`` if the program is not executable or a file is not writable.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], output: String? = nil,
        errors: String? = nil
    ) throws(SystemError) {
        let spawn = GuardedSpawn(
            program: program, arguments: arguments, environment: environment, output: output ?? "/dev/null",
            errors: errors ?? "/dev/null")
        let lifeline = try SocketPair()
        pid = try spawn.start(lifeline)
        state = Mutex(State(lifeline: lifeline, status: nil))
    }

    deinit {
        terminate()
    }

    /// The exit status of the child; nil while it runs.
    public var status: ProcessExitStatus? {
        state.withLock { Self.collect(pid, &$0) }
    }

    /// Sends a signal, unless the child has exited.
    public func send(_ signal: Int32) {
        state.withLock { state in
            // Under the lock the id cannot belong to another process: only `collect` reaps the child.
            if Self.collect(pid, &state) == nil { Glibc.kill(pid, signal) }
        }
    }

    /// Waits until the child exits, at most `timeout`; returns nil if it still runs.
    public func wait(atMost timeout: Duration) -> ProcessExitStatus? {
        let deadline = SystemClock.uptime + timeout
        while true {
            if let status { return status }
            let left = deadline - SystemClock.uptime
            guard left > .zero else { return nil }
            _ = Poll.wait([], timeout: min(left, .milliseconds(5)))
        }
    }

    /// Sends SIGTERM, then SIGKILL once the grace period is over.
    ///
    /// - Returns: The exit status, within the grace period plus one second; nil if the kernel cannot end the child.
    @discardableResult
    public func terminate(grace: Duration = .milliseconds(500)) -> ProcessExitStatus? {
        send(SIGTERM)
        if let status = wait(atMost: grace) { return status }
        return kill()
    }

    /// Sends SIGKILL; returns nil if the kernel has not ended the child within a second.
    @discardableResult
    public func kill() -> ProcessExitStatus? {
        send(SIGKILL)
        return wait(atMost: .seconds(1))
    }

    private static func collect(_ pid: Int32, _ state: inout State) -> ProcessExitStatus? {
        if let status = state.status { return status }
        var status: Int32 = 0
        // The kernel writes one value.
        guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
        state.status = ProcessExitStatus(waitStatus: status)
        // A line on the socket dismisses the guard, which may have exited already.
        _ = try? TCPSocket.send([0x0A], to: state.lifeline.near)
        return state.status
    }
}

/// The spawn of a ``ChildProcess``, with a guard beside the program.
///
/// The program must end with this process, even on SIGKILL. `PR_SET_PDEATHSIG` does not suffice: posix_spawn cannot set
/// it, it is sent already when the *thread* that started the child ends, and the kernel resets it when a program changes
/// its user, as gpsd does (prctl(2)). So a shell starts a guard in the background and then becomes the program. The guard
/// waits for a line on a socket whose other end this process holds: the end of the file without a line means that this
/// process has ended.
struct GuardedSpawn {
    let program: String
    let arguments: [String]
    let environment: [String: String]
    let output: String
    let errors: String

    private static let script = """
        (read -r line <&3 || { kill -TERM $$; sleep 1; kill -KILL $$; }) 2>/dev/null & exec "$@" 3<&-
        """

    /// Starts the program; the caller retains the lifeline for as long as the program is to run.
    func start(_ lifeline: borrowing SocketPair) throws(SystemError) -> pid_t {
        // The shell would report this too, but only to the program's standard error.
        guard unsafe access(program, X_OK) == 0 else { throw .last("exec", program) }
        let command = ["/bin/sh", "-c", Self.script, "sh", program] + arguments
        let guardSocket = lifeline.far.number
        let append = O_WRONLY | O_CREAT | O_APPEND
        let spawn = Spawn(file: "/bin/sh", arguments: command, environment: environment)
        return try unsafe spawn.start(program) { actions in
            // Each call copies its arguments into the caller's actions.
            unsafe posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_addopen(actions, 1, output, append, 0o600)
            unsafe posix_spawn_file_actions_addopen(actions, 2, errors, append, 0o600)
            unsafe posix_spawn_file_actions_adddup2(actions, guardSocket, 3)
            _ = unsafe whereismy_close_from(actions, 4)
        }
    }
}

/// The exit status of a process.
public enum ProcessExitStatus: Hashable, Sendable {
    /// It exited with this code.
    case exited(Int32)
    /// This signal killed it.
    case killed(Int32)

    /// Decodes the status of waitpid(2): the signal in the low 7 bits, the exit code in the 8 bits above them.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }
}
