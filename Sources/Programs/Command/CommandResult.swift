public import Configuration

/// What a subcommand comes to.
public struct CommandResult: Hashable, Sendable {
    /// The answer, for standard output.
    public var output: [UInt8]
    /// What else there is to say, for standard error, a line each; empty for nothing.
    public var diagnostics: String
    /// What the program exits with.
    public var code: ExitCode

    /// Makes an outcome.
    public init(output: [UInt8] = [], diagnostics: String = "", code: ExitCode) {
        self.output = output
        self.diagnostics = diagnostics
        self.code = code
    }

    /// Makes an outcome that is text.
    init(text: String, diagnostics: String = "", code: ExitCode) {
        self.init(output: Array(text.utf8), diagnostics: diagnostics, code: code)
    }
}
