import CommandLine
import Configuration
import Glibc
import Linux
import Systemd

/// The program `whereismyd`.
public enum DaemonProgram {
    /// Runs the program and returns its exit code.
    public static func run(arguments: [String]) -> Int32 {
        ServiceProgram.run("whereismyd") {
            let environment = ProcessEnvironment.variables
            // Before the configuration is read, so that systemd does not restart a faulty one without a pause.
            let restraint = StartThrottle(environment: environment)
            guard try restraint?.wait() ?? true else { return .success }
            let invocation = try DaemonOptions.parse(arguments: arguments, environment: environment)
            let code = try perform(invocation, arguments: arguments, environment: environment)
            if code == .success { restraint?.reset() }
            return code
        }
    }

    private static func perform(
        _ invocation: DaemonInvocation, arguments: [String], environment: [String: String]
    ) throws -> ExitCode {
        switch invocation {
        case .help(let text), .version(let text):
            try StandardStream.output.write(Array(text.utf8))
            return .success
        case .replay(let files, let format, let settings):
            try Replay(settings: settings, format: format).run(files)
            return .success
        case .importing(let request, let settings):
            return try Import(request, settings: settings).run(Import.sources(of: request))
        case .check(let loaded):
            return try printReport(ConfigurationReport(loaded))
        case .run(let settings, demo: false):
            return try follow(settings, Supervision(environment: environment)) {
                try DaemonOptions.settings(arguments: arguments, environment: environment)
            }
        case .run(let settings, demo: true):
            return try Demo(settings: settings, environment: environment).run()
        }
    }

    private static func printReport(_ report: ConfigurationReport) throws -> ExitCode {
        guard report.issues.isEmpty else { throw ConfigurationError(report.issues) }
        try StandardStream.output.write(Array(report.text.utf8))
        return .success
    }

    /// Runs until a signal ends it; `reading` reloads the configuration.
    private static func follow(
        _ settings: Settings, _ supervision: Supervision, reading: () throws -> Settings
    ) throws -> ExitCode {
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        var daemon = try Daemon(settings: settings, supervision: supervision)
        let ending = run(&daemon, until: signals, reading)
        daemon.stop()
        return ending == .failure ? .failure : .success
    }

    private static func run(
        _ daemon: inout Daemon, until signals: borrowing SignalFD, _ reading: () throws -> Settings
    ) -> Daemon.Event {
        while true {
            switch daemon.wait(for: signals) {
            case .signal(SIGHUP): if !daemon.reload(reading) { return .failure }
            case .some(let ending): return ending
            case nil: continue
            }
        }
    }
}
