import CLinux
import Glibc

/// A program whose standard output is read while it runs; it shares this one's standard error and process group.
public final class RunningProgram {
    private let name: String
    private let process: pid_t
    private let output: FileDescriptor
    private var status: ProcessExitStatus?

    /// Starts a program, without a shell.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to look up in `PATH`.
    ///   - arguments: The arguments after the program's name.
    ///   - input: The content of its standard input; nil for this program's own.
    /// - Throws: ``SystemError`` with the program, `ENOENT` if there is none.
    public init(starting program: String, _ arguments: [String], input: [UInt8]? = nil) throws(SystemError) {
        name = program
        let memory = try FileDescriptor.inMemory("input")
        try memory.write(input ?? [])
        // Opened again, it is read from its start.
        let reader = try FileDescriptor.open(memory.pathForChildren)
        let inputNumber = input == nil ? STDIN_FILENO : reader.number
        let sockets = try SocketPair()
        let outputNumber = sockets.far.number
        let spawn = Spawn(file: program, arguments: [program] + arguments, isSearched: true, leadsGroup: false)
        process = try unsafe spawn.start(program) { actions in
            // Each call copies its arguments into the caller's actions.
            unsafe posix_spawn_file_actions_adddup2(actions, inputNumber, 0)
            unsafe posix_spawn_file_actions_adddup2(actions, outputNumber, 1)
            _ = unsafe whereismy_close_from(actions, 3)
        }
        output = sockets.closeFarEnd()
    }

    deinit {
        guard status == nil else { return }
        kill(process, SIGKILL)
        // A killed process ends at once.
        _ = waitpid(process, nil, 0)
    }

    /// Reads at most `limit` bytes of its output; an empty result is the end.
    ///
    /// - Throws: ``SystemError`` with the reason of `read`.
    public func read(upTo limit: Int) throws(SystemError) -> [UInt8] { try output.read(upTo: limit) }

    /// Waits for its end, which should follow that of its output.
    ///
    /// - Throws: ``SystemError`` with the reason of `waitpid`.
    public func end() throws(SystemError) -> ProcessExitStatus {
        if let status { return status }
        var code: Int32 = 0
        while true {
            // The kernel writes one value.
            if unsafe waitpid(process, &code, 0) == process { break }
            guard whereismy_errno() == EINTR else { throw .last("waitpid", name) }
        }
        let status = ProcessExitStatus(waitStatus: code)
        self.status = status
        return status
    }
}
