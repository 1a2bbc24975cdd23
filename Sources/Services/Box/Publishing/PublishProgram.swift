import CommandLine
import Configuration
import Glibc
import Linux
import PublishState
import Systemd

/// The program `whereismy-publish`.
public enum PublishProgram {
    /// Runs the program and returns its exit code.
    public static func run(arguments: [String]) -> Int32 {
        ServiceProgram.run("whereismy-publish") {
            let environment = ProcessEnvironment.variables
            switch try PublisherOptions.parse(arguments: arguments, environment: environment) {
            case .print(let text): try StandardStream.output.write(Array(text.utf8))
            case .testWebhook(let webhook, let event):
                let response = try WebhookTest(webhook).send(event.kind, place: event.place)
                if !event.isQuiet { try StandardStream.output.write(Array("\(response)\n".utf8)) }
            case .test(let settings, let destination, let isQuiet):
                let answer = try PublishTest(settings, destination).run()
                if !isQuiet { try StandardStream.output.write(Array("\(answer)\n".utf8)) }
            case .publish(let settings): try publish(settings, arguments: arguments, environment: environment)
            }
            return .success
        }
    }

    /// Publishes until SIGTERM or SIGINT, or without a destination until the queue of webhooks is empty; SIGHUP reloads the
    /// configuration.
    private static func publish(_ settings: Settings, arguments: [String], environment: [String: String]) throws {
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        let paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
        try paths.prepare()
        let lock = try DirectoryLock(paths.lock, isVisible: true)
        let manager = ServiceManager(environment: environment)
        let heartbeat = manager.flatMap { manager in
            Watchdog.timeout(environment: environment, processID: ProcessEnvironment.processID)
                .map { Heartbeat(manager, timeout: $0) }
        }
        var settings = settings
        while true {
            var loop = try PublishLoop(settings, paths: paths, heartbeat: heartbeat) { Log.write($0, $1) }
            // Also before an end at once, which systemd would take for a failure otherwise.
            manager?.ready()
            let signal = try loop.run(until: signals)
            if signal == SIGHUP { manager?.reloading() } else { manager?.stopping() }
            try loop.finish()
            guard signal == SIGHUP else {
                if signal == nil, settings.webhooks.isEmpty { Log.writeLast(.notice, noDestination) }
                break
            }
            settings = reloaded(arguments: arguments, environment: environment) ?? settings
        }
        _ = consume lock
    }

    private static let noDestination =
        "no destination to publish to is configured, see [publish] in whereismy.conf(5)"

    /// Reloads the configuration; nil, with the errors in the journal, if it is invalid.
    private static func reloaded(arguments: [String], environment: [String: String]) -> Settings? {
        do {
            guard
                case .publish(let settings) = try PublisherOptions.parse(
                    arguments: arguments, environment: environment)
            else { return nil }
            return settings
        } catch {
            for line in "\(error)".split(separator: "\n") { Log.write(.error, "not reloaded: \(line)") }
            return nil
        }
    }
}
