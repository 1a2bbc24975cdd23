import Basics
import CommandLine
import FleetCollector
import FleetProtocol
import FleetStore
import Glibc
import Linux
import Location
import Systemd

/// `whereismy-fleet hooks`: run the hooks for the events of devices, until a signal arrives.
enum HooksCommand: Subcommand {
    static let name = "hooks"

    private static let directory = Option(
        "directory", value: "PATH", .files, help: "the hooks, in place of those in /etc/whereismy/fleet-hooks.d")
    private static let test = Option(
        "test", value: "EVENT", help: "run them once, for an event that did not happen, such as silent or enter")

    static let table = OptionTable(
        usage: "whereismy-fleet hooks [OPTION]...",
        summary: "Run the hooks for the events of the devices, until a signal arrives.",
        options: [directory, test] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        let folder = options.value(of: directory) ?? "\(FleetSettings.directory)/fleet-hooks.d"
        let hooks = EventHooks(folder) { Log.write($0, $1) }
        if let text = options.value(of: test) { return try run(hooks, in: folder, for: event(text, at: context.now())) }
        let settings = try context.settings(options)
        let signals = try SignalFD([SIGTERM, SIGINT])
        let loop = EventHooksLoop(hooks, database: settings.collector.database) { Log.write($0, $1) }
        let manager = ServiceManager(environment: context.environment)
        manager?.ready()
        repeat {
            loop.turn { Poll.wait(for: .readable(signals.descriptor), timeout: .zero) }
        } while !Poll.wait(for: .readable(signals.descriptor), timeout: EventHooksLoop.interval)
        manager?.stopping()
        return CommandResult()
    }

    private static func event(_ text: String, at now: Timestamp) throws(UsageError) -> DeviceEvent {
        guard let kind = DeviceEvent.Kind(rawValue: text), let device = DeviceName("test") else {
            let hint = DeviceEvent.Kind.allCases.map(\.rawValue).hint(for: text)
            throw UsageError("--test: unknown event \(text.debugDescription), \(hint)")
        }
        let place = kind.isOfReceiver ? PlaceEvent.receiver : [.silent, .back].contains(kind) ? nil : "test"
        return DeviceEvent(testing: kind, of: device, place: place, at: now)
    }

    private static func run(_ hooks: EventHooks, in folder: String, for event: DeviceEvent) throws -> CommandResult {
        guard let result = try hooks.run(event, isTest: true), result.succeeded + result.failed > 0 else {
            return CommandResult(diagnostics: "no executable in \(folder)", code: .failure)
        }
        let line = "\(result.succeeded) succeeded, \(result.failed) failed\n"
        return CommandResult(text: line, code: result.failed == 0 ? .success : .failure)
    }
}
