import Configuration
import Glibc
import Linux
import Systemd

/// The program `whereismy-webhooks`.
public enum WebhookProgram {
    /// Runs the program and returns its exit code.
    public static func run(arguments: [String]) -> Int32 {
        SignalFD.ignoreBrokenPipes()
        CrashHandler.install(isJournal: Log.isJournal)
        do {
            let environment = ProcessEnvironment.variables
            switch try WebhookSenderOptions.parse(arguments: arguments, environment: environment) {
            case .print(let text): try StandardStream.output.write(Array(text.utf8))
            case .test(let webhook, let kind, let place, let isQuiet):
                let response = try WebhookTest(webhook).send(kind, place: place)
                if !isQuiet { try StandardStream.output.write(Array("\(response)\n".utf8)) }
            case .send(let settings): try send(settings, arguments: arguments, environment: environment)
            }
            return ExitCode.success.rawValue
        } catch let error as UsageError {
            return fail("\(error)", .usage)
        } catch let error as SystemError where error.isBrokenPipe {
            return ExitCode.success.rawValue
        } catch {
            return fail("\(error)", .failure)
        }
    }

    /// Sends until the queue is empty; SIGHUP reloads the configuration.
    private static func send(_ settings: Settings, arguments: [String], environment: [String: String]) throws {
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        var settings = settings
        while true {
            var sender = try WebhookSender(settings) { Log.write($0, $1) }
            guard try sender.run(until: signals) == .signal(SIGHUP) else { return }
            do {
                guard
                    case .send(let new) = try WebhookSenderOptions.parse(
                        arguments: arguments, environment: environment)
                else { return }
                settings = new
            } catch {
                for line in "\(error)".split(separator: "\n") { Log.write(.error, "not reloaded: \(line)") }
            }
        }
    }

    private static func fail(_ message: String, _ code: ExitCode) -> Int32 {
        for line in message.split(separator: "\n") { Log.writeLast(.error, "whereismy-webhooks: \(line)") }
        return code.rawValue
    }
}
