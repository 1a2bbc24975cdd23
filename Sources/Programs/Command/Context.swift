import APIClient
public import Basics
public import Configuration
import Doctor
public import Linux
import Location

/// All that a subcommand has to do with the world around it.
public struct Context: Sendable {
    /// Bytes on a socket: several times what the daemon keeps at most.
    private static let maxResponseSize = 1 << 25

    /// The variables of the process.
    public var environment: [String: String]
    /// How the configuration and the reports are read.
    public var files: ConfigurationFiles
    /// The time of day.
    public var now: @Sendable () -> Timestamp
    /// The user's calendar and clock.
    public var clock: LocalClock
    /// Says something on a local socket, and reads all that is answered.
    public var exchange: @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8]
    /// Follows a local socket until the follower is done.
    public var follow: @Sendable (_ path: String, _ follower: inout any Follower) throws(SystemError) -> Void
    /// Characters in a row of the terminal that answers go to; nil where they go elsewhere.
    public var columns: @Sendable () -> Int?
    /// Whether a process holds the lock at a path.
    public var isLocked: @Sendable (_ path: String) -> Bool
    /// Keeps bytes in a file that this user alone can read, in that directory or one of its own; answers its path.
    public var writePrivateFile: @Sendable (_ directory: String?, _ name: String, _ bytes: [UInt8]) throws(SystemError) -> String
    /// Starts a program that shows something; its exit code, or nil when it goes on showing it.
    public var launch: @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> Int32?
    /// Runs a program in this one's place; comes back only with the reason why not.
    public var execute: @Sendable (_ program: String, _ arguments: [String]) -> SystemError
    /// Writes a part of an answer that is too long to be kept until it is complete.
    public var write: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void
    /// The directory of this program's file; nil when that is not known.
    public var programDirectory: String?
    /// What a doctor looks at beside all that.
    var surroundings = DoctorEnvironment.system

    /// Makes a context from its parts.
    public init(
        environment: [String: String], files: ConfigurationFiles, now: @escaping @Sendable () -> Timestamp,
        clock: LocalClock,
        exchange: @escaping @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8],
        follow: @escaping @Sendable (_ path: String, _ follower: inout any Follower) throws(SystemError) -> Void,
        columns: @escaping @Sendable () -> Int?,
        isLocked: @escaping @Sendable (_ path: String) -> Bool,
        writePrivateFile:
            @escaping @Sendable (_ directory: String?, _ name: String, _ bytes: [UInt8]) throws(SystemError) -> String,
        launch: @escaping @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> Int32?,
        execute: @escaping @Sendable (_ program: String, _ arguments: [String]) -> SystemError,
        write: @escaping @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void, programDirectory: String?
    ) {
        self.environment = environment
        self.files = files
        self.now = now
        self.clock = clock
        self.exchange = exchange
        self.follow = follow
        self.columns = columns
        self.isLocked = isLocked
        self.writePrivateFile = writePrivateFile
        self.launch = launch
        self.execute = execute
        self.write = write
        self.programDirectory = programDirectory
    }

    /// This machine.
    public static func system() -> Context {
        Context(
            environment: ProcessEnvironment.variables, files: .system, now: { SystemClock.now().wallClock },
            clock: .system,
            exchange: { path, request throws(SystemError) in
                try LocalSocket.exchange(path, sending: request, limit: maxResponseSize, timeout: .seconds(10))
            },
            follow: { path, follower throws(SystemError) in try FollowLoop(path).run(&follower) },
            columns: { StandardStream.output.isTerminal ? StandardStream.output.columns ?? 80 : nil },
            isLocked: { DirectoryLock.isHeld($0) },
            writePrivateFile: { directory, name, bytes throws(SystemError) in try writePrivateFile(bytes, name: name, in: directory) },
            launch: { program, arguments throws(SystemError) in
                // A browser may stay in the foreground for as long as it is used; what fails does so at once.
                try Subprocess(starting: program, arguments).exitCode(within: .seconds(2))
            },
            execute: { Executable.replace(by: $0, $1) },
            write: { bytes throws(SystemError) in try StandardStream.output.write(bytes) },
            programDirectory: Executable.directory)
    }

    private static func writePrivateFile(
        _ bytes: [UInt8], name: String, in directory: String?
    ) throws(SystemError) -> String {
        if let directory, (try? AtomicFile.replace("\(directory)/\(name)", with: bytes, mode: 0o600)) != nil {
            return "\(directory)/\(name)"
        }
        let file = "\(try PrivateDirectory.make(in: "/tmp", named: "whereismy"))/\(name)"
        try AtomicFile.replace(file, with: bytes, mode: 0o600)
        return file
    }
}

extension Context {
    /// Runs the daemon's program in this one's place, the one beside this one first; comes back only with the reason
    /// why not.
    func executeDaemon(_ arguments: [String]) -> SystemError {
        if let directory = programDirectory {
            let error = execute("\(directory)/whereismyd", arguments)
            guard error.isNotFound else { return error }
        }
        return execute("whereismyd", arguments)
    }
}

extension DaemonClient {
    /// Makes a client for the daemon that the settings name.
    init(_ settings: Settings, in context: Context) {
        self.init(settings, exchange: context.exchange, isLocked: context.isLocked)
    }
}
