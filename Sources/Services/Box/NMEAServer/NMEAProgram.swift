import CommandLine
import Configuration
import Glibc
import Linux
import Systemd

/// The program `whereismy-nmea`.
public enum NMEAProgram {
    /// Runs the program and returns its exit code.
    public static func run(arguments: [String]) -> Int32 {
        ServiceProgram.run("whereismy-nmea") {
            let environment = ProcessEnvironment.variables
            switch try NMEAServerOptions.parse(arguments: arguments, environment: environment) {
            case .print(let text): try StandardStream.output.write(Array(text.utf8))
            case .serve(let settings): try serve(settings, arguments: arguments, environment: environment)
            }
            return .success
        }
    }

    /// Serves until it is terminated, or no destination is left; SIGHUP reloads the configuration.
    private static func serve(_ settings: Settings, arguments: [String], environment: [String: String]) throws {
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        let manager = ServiceManager(environment: environment)
        let processID = ProcessEnvironment.processID
        var server = NMEAServer(
            NMEASettings(settings), manager: manager,
            watchdog: Watchdog.timeout(environment: environment, processID: processID),
            passed: ActivationSockets(environment: environment, processID: processID).claimAll()
        ) { Log.write($0, $1) }
        manager?.ready()
        while server.hasDestinations, server.run(until: signals) == SIGHUP {
            manager?.reloading()
            do {
                guard
                    case .serve(let new) = try NMEAServerOptions.parse(arguments: arguments, environment: environment)
                else { return }
                server.reconfigure(NMEASettings(new))
            } catch {
                for line in "\(error)".split(separator: "\n") { Log.write(.error, "not reloaded: \(line)") }
            }
            manager?.ready()
        }
        if !server.hasDestinations {
            Log.writeLast(.notice, "nothing to serve: no section [publish NAME] has format = nmea or geoclue")
        }
        manager?.stopping()
    }
}
