import Linux
import Orders

/// The program `whereismy-hooks`: runs the hooks of one event.
public enum HooksProgram {
    /// The directory of the events whose hooks wait or run.
    public static let spool = "/run/whereismy-orders/hooks"
    private static let folder = "/etc/whereismy/hooks.d"

    private static let usage = """
        usage: whereismy-hooks NUMBER
        Runs the hooks of /etc/whereismy/hooks.d for an event. systemd runs it; to try the hooks: whereismy hook test

        """

    /// Runs the hooks one after another and returns the exit code: 1 after a failure, 64 without an event number.
    public static func run(arguments: [String]) -> Int32 {
        SignalFD.ignoreBrokenPipes()
        guard arguments != ["--help"] else {
            // Without a stream there is no place to report the failure.
            try? StandardStream.output.write(Array(usage.utf8))
            return 0
        }
        guard arguments.count == 1, let number = HookNumber(digits: arguments[0]) else {
            ServiceLog.write(.warning, "whereismy-hooks: event number missing; this program is run by systemd")
            return 64
        }
        let queue = HookQueue(spool)
        do {
            // Read at once: later the file only marks the event's turn.
            let event = try HookEvent(reading: queue.event(number))
            defer { try? queue.remove(number) }
            try queue.waitForTurn(of: number)
            let run = HookRun(event)
            // A list, since every hook runs, also after a failure.
            let outcomes = try HookFolder(folder).hooks().map { runHook($0.path, $0.file, by: run) }
            return outcomes.allSatisfy(\.self) ? 0 : 1
        } catch {
            ServiceLog.write(.warning, "event \(number.digits): \(error)")
            return 1
        }
    }

    private static func runHook(_ path: String, _ file: HookFile, by run: HookRun) -> Bool {
        if case .refuse(let reason) = file {
            ServiceLog.write(.warning, "\(path): \(reason)")
            return false
        }
        do {
            let outcome = try run.outcome(of: path)
            ServiceLog.write(outcome.isSuccess ? .info : .warning, "\(path): \(outcome.text)")
            return outcome.isSuccess
        } catch {
            ServiceLog.write(.warning, "\(error)")
            return false
        }
    }
}
