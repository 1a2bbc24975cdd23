import CLinux
import Glibc

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
    /// - Throws: ``SystemError`` with the program: `ENOENT` if there is none, `ETIMEDOUT` on timeout, `EFBIG` beyond
    ///   the limit.
    public static func capture(
        _ program: String, _ arguments: [String] = [], limit: Int = 1 << 16, within timeout: Duration
    ) throws(SystemError) -> ProgramOutput {
        let deadline = SystemClock.uptime + timeout
        let sockets = try SocketPair()
        let process = try start(program, arguments, output: sockets.far.number)
        let near = sockets.closeFarEnd()
        do throws(SystemError) {
            let bytes = try contents(of: near, program, limit, before: deadline)
            return ProgramOutput(bytes: bytes, status: try end(of: process, program, before: deadline))
        } catch {
            kill(process, SIGKILL)
            // A killed process ends at once.
            _ = waitpid(process, nil, 0)
            throw error
        }
    }

    private static func contents(
        of output: borrowing FileDescriptor, _ program: String, _ limit: Int, before deadline: Duration
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            guard Poll.wait([.readable(output)], timeout: max(.zero, deadline - SystemClock.uptime))[0] else {
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
        let number = pidfd_open(process, 0)
        guard number >= 0 else { throw .last("pidfd_open") }
        let handle = FileDescriptor(owning: number)
        var status: Int32 = 0
        // The kernel writes one value.
        guard Poll.wait([.readable(handle)], timeout: max(.zero, deadline - SystemClock.uptime))[0],
            unsafe waitpid(process, &status, WNOHANG) == process
        else { throw SystemError("wait", program, code: ETIMEDOUT) }
        return ProcessExitStatus(waitStatus: status)
    }
}
