import CommandLine
import Glibc
import Linux
import Systemd

/// `whereismy-fleet serve`: collect, and serve the API and the page, until a signal arrives.
enum ServeCommand: Subcommand {
    static let name = "serve"

    static let table = OptionTable(
        usage: "whereismy-fleet serve [OPTION]...",
        summary: "Collect the fixes of the devices and show them, until a signal arrives.",
        options: FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        let settings = try context.settings(options)
        // Before any thread, which would receive them otherwise.
        let signals = try SignalFD([SIGTERM, SIGINT])
        let passed = try ActivationSockets(
            environment: context.environment, processID: ProcessEnvironment.processID
        ).claim()
        let service = try FleetService(settings, passed: passed)
        let manager = ServiceManager(environment: context.environment)
        manager?.ready()
        let watchdog = Watchdog.timeout(environment: context.environment, processID: ProcessEnvironment.processID)
        while !Poll.wait(for: .readable(signals.descriptor), timeout: manager == nil ? nil : watchdog.map { $0 / 2 }) {
            if service.isAlive() { manager?.heartbeat() }
        }
        manager?.stopping()
        service.stop()
        return CommandResult()
    }
}
