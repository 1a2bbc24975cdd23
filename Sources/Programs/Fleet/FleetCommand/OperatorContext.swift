public import Basics
public import Configuration
public import Linux

/// The access of the subcommands of `whereismy-fleet` to the system.
public struct OperatorContext: Sendable {
    /// The environment variables.
    public var environment: [String: String]
    /// Reads configuration files.
    public var files: ConfigurationFiles
    /// Returns the wall-clock time.
    public var now: @Sendable () -> Timestamp
    /// The user's calendar and time zone.
    public var clock: LocalClock
    /// Writes part of an output that is too long to hold in memory.
    public var write: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void
    /// Asks a question at the terminal; returns true for yes, nil without a terminal.
    public var confirm: @Sendable (_ question: String) throws(SystemError) -> Bool?

    /// The context of the running process.
    public static func system() -> OperatorContext {
        OperatorContext(
            environment: ProcessEnvironment.variables, files: .system, now: { SystemClock.now().wallClock },
            clock: .system,
            write: { bytes throws(SystemError) in try StandardStream.output.write(bytes) },
            confirm: { question throws(SystemError) in
                guard StandardInput.isTerminal else { return nil }
                try StandardStream.error.write(Array("\(question) [y/N] ".utf8))
                return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
            })
    }
}
