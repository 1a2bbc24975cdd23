import Linux
import Orders

/// The program `whereismy-hooks`: runs the hooks of one event.
public enum HooksProgram {
    private static let spool = "/run/whereismy-orders/hooks"
    private static let folder = "/etc/whereismy/hooks.d"

    /// Runs them one after another; answers the exit code: 1 where one has failed, 64 where no event is named.
    public static func run(arguments: [String]) -> Int32 {
        SignalFD.ignoreBrokenPipes()
        guard arguments.count == 1, let number = HookNumber(digits: arguments[0]) else {
            ServiceLog.write(.warning, "whereismy-hooks: wants the number of an event, and is run by systemd")
            return 64
        }
        let queue = HookQueue(spool)
        do {
            // Read at once: what is in the directory then says only whose turn it is.
            let event = try HookEvent(reading: queue.event(number))
            defer { try? queue.remove(number) }
            try queue.waitForTurn(of: number)
            return try run(HookFolder(folder), HookRun(event)) ? 0 : 1
        } catch {
            ServiceLog.write(.warning, "event \(number.digits): \(error)")
            return 1
        }
    }

    private static func run(_ folder: HookFolder, _ run: HookRun) throws -> Bool {
        // A list, since none is left out for what is wrong with one before.
        try folder.hooks().map { tell($0.path, $0.file, run) }.allSatisfy(\.self)
    }

    private static func tell(_ path: String, _ file: HookFile, _ run: HookRun) -> Bool {
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
