import Basics
public import JSON

/// The result of a subcommand.
public struct CommandResult: Hashable, Sendable {
    /// The bytes for standard output.
    public var output: [UInt8]
    /// Lines for standard error; empty for none.
    public var diagnostics: String
    /// The exit code.
    public var code: ExitCode

    /// Creates a result.
    public init(output: [UInt8] = [], diagnostics: String = "", code: ExitCode = .success) {
        self.output = output
        self.diagnostics = diagnostics
        self.code = code
    }

    /// Creates a result with text.
    public init(text: String, diagnostics: String = "", code: ExitCode = .success) {
        self.init(output: Array(text.utf8), diagnostics: diagnostics, code: code)
    }

    /// A result with a JSON object.
    public static func json(
        diagnostics: String = "", code: ExitCode = .success, _ members: (inout JSONWriter) -> Void
    ) -> CommandResult {
        CommandResult(output: JSONWriter.line(members), diagnostics: diagnostics, code: code)
    }

    /// A line about a change, or nothing with `--quiet`.
    public static func change(_ line: String, _ options: ParsedOptions) -> CommandResult {
        CommandResult(text: options.contains(.quiet) ? "" : PrintableText.sanitized(line) + "\n")
    }
}

/// The exit codes of the programs.
public enum ExitCode: Int32, Sendable {
    /// Success; where the position was requested, it is current.
    case success = 0
    /// Any failure without its own code; of `whereismy doctor`, only warnings.
    case failure = 1
    /// Only `whereismy doctor`: a check failed.
    case faulty = 2
    /// A position is known, but it is not current.
    case lastKnownOnly = 3
    /// Nothing was found: no position is known, or a query has no result.
    case nothingKnown = 4
    /// The daemon cannot be reached.
    case unreachable = 5
    /// Only `whereismy place anchor`: the anchor is dragging.
    case dragging = 6
    /// The command line is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
}

/// An error with an exit code of its own.
public protocol ExitCodeError: Error {
    /// The exit code.
    var code: ExitCode { get }
}

extension ExitCode {
    /// The exit code after an error.
    public init(_ error: any Error) {
        self = (error as? any ExitCodeError)?.code ?? .failure
    }
}

/// An invalid command line: what is wrong and the fix, on one line.
public struct UsageError: ExitCodeError, Hashable, CustomStringConvertible {
    /// One line, lower case, no full stop.
    public let description: String

    /// Creates an error from a message.
    public init(_ description: String) {
        self.description = description
    }

    /// The exit code of an invalid command line.
    public var code: ExitCode { .usage }
}
