import APIClient
public import Basics
public import Configuration
import Doctor
import Hooks
public import Linux
import Location

/// The access of subcommands to the system.
public struct Context: Sendable {
    /// The maximum size of a response in bytes; several times the daemon's largest.
    private static let maxResponseSize = 1 << 25

    /// The environment variables.
    public var environment: [String: String]
    /// Reads configuration files and reports.
    public var files: ConfigurationFiles
    /// Returns the wall-clock time.
    public var now: @Sendable () -> Timestamp
    /// The user's calendar and time zone.
    public var clock: LocalClock
    /// Sends a request to a local socket and returns the whole response, which has to come within the timeout.
    public var exchange:
        @Sendable (_ path: String, _ request: [UInt8], _ timeout: Duration) throws(SystemError) -> [UInt8]
    /// Runs a session on a local socket until it is done.
    var follow: @Sendable (_ path: String, _ session: inout WatchSession) throws(SystemError) -> Void
    /// Returns the width of the terminal on standard output in characters; nil if that is not a terminal.
    public var columns: @Sendable () -> Int?
    /// Returns true if a process holds the lock at a path.
    public var isLocked: @Sendable (_ path: String) -> Bool
    /// Writes a file that only this user can read, to the directory or a new private one; returns its path.
    public var writePrivateFile:
        @Sendable (_ directory: String?, _ name: String, _ bytes: [UInt8]) throws(SystemError) -> String
    /// Launches a program with a user interface; returns its exit code, or nil while it is still running.
    public var launch: @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> Int32?
    /// Replaces this process with a program; returns only on failure.
    public var execute: @Sendable (_ program: String, _ arguments: [String]) -> SystemError
    /// Writes part of an output that is too long to hold in memory.
    public var write: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void
    /// The directory of this program's file; nil if not known.
    public var programDirectory: String?
    /// The settings, once they are loaded.
    var loaded: LoadedSettings<Settings>?
    /// The form of positions, lengths and speeds.
    var display = DisplayStyle()
    var network: @Sendable () -> MachineNetwork = { .current }
    /// The changes by root on this machine that let other devices open the live page.
    var administration = Administration.system
    /// Returns the hooks in a directory, in the order of their names.
    var hooks: @Sendable (_ directory: String) throws(SystemError) -> [Hook] = { directory throws(SystemError) in
        try HookFolder(directory).hooks().map { hook in
            if case .refuse(let fault) = hook.file { return Hook(path: hook.path, fault: fault) }
            return Hook(path: hook.path, fault: nil)
        }
    }
    /// The doctor's additional access to the system.
    var doctorEnvironment = DoctorEnvironment.system

    /// The context of the running process.
    public static func system() -> Context {
        Context(
            environment: ProcessEnvironment.variables, files: .system, now: { SystemClock.now().wallClock },
            clock: .system,
            exchange: { path, request, timeout throws(SystemError) in
                try LocalSocket.exchange(path, sending: request, limit: maxResponseSize, timeout: timeout)
            },
            follow: { path, session throws(SystemError) in try FollowLoop(path).run(&session) },
            columns: { StandardStream.output.isTerminal ? StandardStream.output.columns ?? 80 : nil },
            isLocked: { DirectoryLock.isHeld($0) },
            writePrivateFile: { directory, name, bytes throws(SystemError) in
                try writePrivateFile(bytes, name: name, in: directory)
            },
            launch: { program, arguments throws(SystemError) in
                // A browser may stay in the foreground; a failure is immediate.
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
    /// Replaces this process with the daemon's program, preferably the one next to this program; returns only on
    /// failure.
    func executeDaemon(_ arguments: [String]) -> SystemError {
        if let directory = programDirectory {
            let error = execute("\(directory)/whereismyd", arguments)
            guard error.isNotFound else { return error }
        }
        return execute("whereismyd", arguments)
    }
}

extension DaemonClient {
    init(_ settings: Settings, in context: Context, timeout: Duration = .seconds(10)) {
        self.init(
            settings,
            exchange: { [exchange = context.exchange] path, request throws(SystemError) in
                try exchange(path, request, timeout)
            }, isLocked: context.isLocked)
    }
}
