import Configuration
import Glibc
import Linux

/// The program `whereismyd`: reads its command line and does what it says.
public enum DaemonProgram {
    /// Runs the program; answers its exit code.
    public static func run(arguments: [String]) -> Int32 {
        SignalEvents.ignoreBrokenPipes()
        do {
            let environment = ProcessEnvironment.variables
            let invocation = try DaemonOptions.parse(arguments: arguments, environment: environment)
            return try perform(invocation, environment: environment).rawValue
        } catch let error as UsageError {
            return fail("\(error)", .usage)
        } catch let error as SystemError where error.isBrokenPipe {
            return ExitCode.success.rawValue
        } catch {
            return fail("\(error)", .failure)
        }
    }

    private static func perform(_ invocation: DaemonInvocation, environment: [String: String]) throws -> ExitCode {
        switch invocation {
        case .help(let text), .version(let text):
            try StandardStream.output.write(Array(text.utf8))
            return .success
        case .replay(let files, let format, let settings):
            try Replay(settings: settings, format: format).run(files)
            return .success
        case .importing(let files, let device, let settings):
            return try Import(settings: settings, device: device).run(files) ? .success : .failure
        case .check(let loaded):
            return try tell(ConfigurationReport(loaded))
        case .run(let settings, demo: false):
            return try follow(settings)
        case .run(let settings, demo: true):
            return try Showcase(settings: settings, environment: environment).run()
        }
    }

    private static func tell(_ report: ConfigurationReport) throws -> ExitCode {
        guard report.problems.isEmpty else { throw ConfigurationError(report.problems) }
        try StandardStream.output.write(Array(report.text.utf8))
        return .success
    }

    /// Runs until a signal ends it.
    private static func follow(_ settings: Settings) throws -> ExitCode {
        let signals = try SignalEvents([SIGTERM, SIGINT, SIGHUP])
        let daemon = try Daemon(settings: settings)
        let ending = daemon.wait(for: signals)
        daemon.stop()
        return ending == .failed ? .failure : .success
    }

    private static func fail(_ message: String, _ code: ExitCode) -> Int32 {
        for line in message.split(separator: "\n") { Log.write(.error, "whereismyd: \(line)") }
        return code.rawValue
    }
}
