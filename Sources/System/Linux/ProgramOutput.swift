import CLinux
import Glibc

/// What another program says on its standard output, and how it ends.
public struct ProgramOutput: Hashable, Sendable {
    /// What it said.
    public let bytes: [UInt8]
    /// How it ended.
    public let status: ProcessExitStatus

    /// Makes one from its parts.
    public init(bytes: [UInt8], status: ProcessExitStatus) {
        self.bytes = bytes
        self.status = status
    }

    /// Runs a program to its end, with nothing to read and its complaints thrown away.
    ///
    /// It speaks the language of programs (`LC_ALL=C`), and is killed where it takes or says too much.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in `PATH`.
    ///   - arguments: what follows its name.
    ///   - limit: bytes that it may say.
    ///   - timeout: how long it may take.
    /// - Returns: what it said.
    /// - Throws: ``SystemError`` with the program: `ENOENT` where there is none, `ETIMEDOUT` where it takes too long,
    ///   `EFBIG` where it says too much.
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
            // Killed, it ends at once.
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

    /// It may close its output and go on.
    private static func end(
        of process: pid_t, _ program: String, before deadline: Duration
    ) throws(SystemError) -> ProcessExitStatus {
        let number = pidfd_open(process, 0)
        guard number >= 0 else { throw .last("pidfd_open") }
        let handle = FileDescriptor(owning: number)
        var status: Int32 = 0
        // The kernel writes the one value.
        guard Poll.wait([.readable(handle)], timeout: max(.zero, deadline - SystemClock.uptime))[0],
            unsafe waitpid(process, &status, WNOHANG) == process
        else { throw SystemError("wait", program, code: ETIMEDOUT) }
        return ProcessExitStatus(waitStatus: status)
    }
}
