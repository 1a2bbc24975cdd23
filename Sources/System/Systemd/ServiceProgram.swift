public import CommandLine
import Linux

/// A program that runs as a service.
public enum ServiceProgram {
    /// Runs a body and returns the exit code; an error is written to the journal under the name of the program.
    ///
    /// A closed pipe of the output is no error: the reader closed it on purpose.
    public static func run(_ name: String, _ body: () throws -> ExitCode) -> Int32 {
        SignalFD.ignoreBrokenPipes()
        CrashHandler.install(isJournal: Log.isJournal)
        do {
            return try body().rawValue
        } catch let error as SystemError where error.isBrokenPipe {
            return ExitCode.success.rawValue
        } catch {
            for line in "\(error)".split(separator: "\n") { Log.writeLast(.error, "\(name): \(line)") }
            return ExitCode(error).rawValue
        }
    }
}
