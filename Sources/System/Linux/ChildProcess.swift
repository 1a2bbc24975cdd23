import Basics
import Glibc
import Synchronization

/// A program that this process has started, and that never outlives it.
///
/// The child has a process group of its own, so that Ctrl-C in the terminal reaches this process alone, which then
/// stops it in order. Should this process die without having done so, a guard stops the child: see ``Spawn``.
public final class ChildProcess: Sendable {
    /// The child's process id; it may be another's once the child has ended.
    public let pid: Int32

    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// The guard listens at the far end.
        let lifeline: SocketPair
        var status: ProcessExitStatus?
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: What follows the program's name.
    ///   - environment: Variables to set beside those of this process.
    ///   - output: A file to which standard output is appended; nil for nowhere.
    ///   - errors: The same for standard error.
    /// - Throws: ``SystemError`` where the program may not be run, or a file not be written.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], output: String? = nil,
        errors: String? = nil
    ) throws(SystemError) {
        let spawn = Spawn(
            program: program, arguments: arguments, environment: environment, output: output ?? "/dev/null",
            errors: errors ?? "/dev/null")
        let lifeline = try SocketPair()
        pid = try spawn.start(lifeline)
        state = Mutex(State(lifeline: lifeline, status: nil))
    }

    deinit {
        terminate()
    }

    /// How the child has ended; nil while it runs.
    public var status: ProcessExitStatus? {
        state.withLock { Self.collect(pid, &$0) }
    }

    /// Sends a signal, unless the child has ended.
    public func send(_ signal: Int32) {
        state.withLock { state in
            // Under the lock the id cannot have passed to another process: nobody else collects it.
            if Self.collect(pid, &state) == nil { Glibc.kill(pid, signal) }
        }
    }

    /// Waits until the child has ended, at most that long; nil when it still runs.
    public func wait(atMost timeout: Duration) -> ProcessExitStatus? {
        let deadline = SystemClock.uptime + timeout
        while true {
            if let status { return status }
            let left = deadline - SystemClock.uptime
            guard left > .zero else { return nil }
            _ = Poll.wait([], timeout: min(left, .milliseconds(5)))
        }
    }

    /// Asks the child to end, and ends it when it has not after a grace period.
    ///
    /// Answers within the grace period and a second: nil only where the kernel cannot end it.
    @discardableResult
    public func terminate(grace: Duration = .milliseconds(500)) -> ProcessExitStatus? {
        send(SIGTERM)
        if let status = wait(atMost: grace) { return status }
        return kill()
    }

    /// Ends the child at once, without a chance to clean up; nil only where the kernel has not done so within a second.
    @discardableResult
    public func kill() -> ProcessExitStatus? {
        send(SIGKILL)
        return wait(atMost: .seconds(1))
    }

    private static func collect(_ pid: Int32, _ state: inout State) -> ProcessExitStatus? {
        if let status = state.status { return status }
        var status: Int32 = 0
        // The kernel writes the one value.
        guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
        state.status = ProcessExitStatus(waitStatus: status)
        // A line tells the guard that there is nothing left to guard; it may be gone itself.
        _ = try? TCPSocket.send([0x0A], to: state.lifeline.near)
        return state.status
    }
}
