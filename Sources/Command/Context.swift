public import Configuration
public import Linux
public import Location

/// All that a subcommand has to do with the world around it.
public struct Context: Sendable {
    /// Bytes on a socket: several times what the daemon keeps at most.
    private static let longestAnswer = 1 << 25

    /// The variables of the process.
    public var environment: [String: String]
    /// How the configuration and the reports are read.
    public var files: ConfigurationFiles
    /// The time of day.
    public var now: @Sendable () -> Timestamp
    /// The user's calendar and clock.
    public var clock: LocalClock
    /// Reads what is told on a local socket.
    public var socket: @Sendable (_ path: String) throws(SystemError) -> [UInt8]
    /// Whether a process holds the lock at a path.
    public var isLocked: @Sendable (_ path: String) -> Bool
    /// Starts a program that shows something; its exit code, or nil when it goes on showing it.
    public var show: @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> Int32?
    /// Runs a program in this one's place; comes back only with the reason why not.
    public var become: @Sendable (_ program: String, _ arguments: [String]) -> SystemError
    /// Writes a part of an answer that is too long to be kept until it is complete.
    public var write: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void
    /// The directory of this program's file; nil when that is not known.
    public var programDirectory: String?

    /// Makes a context from its parts.
    public init(
        environment: [String: String], files: ConfigurationFiles, now: @escaping @Sendable () -> Timestamp,
        clock: LocalClock, socket: @escaping @Sendable (_ path: String) throws(SystemError) -> [UInt8],
        isLocked: @escaping @Sendable (_ path: String) -> Bool,
        show: @escaping @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> Int32?,
        become: @escaping @Sendable (_ program: String, _ arguments: [String]) -> SystemError,
        write: @escaping @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void, programDirectory: String?
    ) {
        self.environment = environment
        self.files = files
        self.now = now
        self.clock = clock
        self.socket = socket
        self.isLocked = isLocked
        self.show = show
        self.become = become
        self.write = write
        self.programDirectory = programDirectory
    }

    /// This machine.
    public static func system() -> Context {
        Context(
            environment: ProcessEnvironment.variables, files: .system, now: { SystemClock.now().wallClock },
            clock: .system,
            socket: { path throws(SystemError) in
                try LocalSocket.read(path, limit: longestAnswer, timeout: .seconds(10))
            },
            isLocked: { DirectoryLock.isHeld($0) },
            show: { program, arguments throws(SystemError) in
                // A browser may stay in the foreground for as long as it is used; what fails does so at once.
                try LaunchedProgram(starting: program, arguments).exitCode(within: .seconds(2))
            },
            become: { Executable.replace(by: $0, $1) },
            write: { bytes throws(SystemError) in try StandardStream.output.write(bytes) },
            programDirectory: Executable.directory)
    }
}
