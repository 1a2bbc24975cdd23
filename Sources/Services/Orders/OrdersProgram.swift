import Linux

/// The program `whereismy-orders`: root's, started by systemd where something was asked for.
public enum OrdersProgram {
    private static let directory = "/run/whereismy-orders"
    /// A round may meet as many faults as there are names; the journal need not have all.
    private static let maxMessages = 5

    /// Does what was asked for; answers the exit code, 1 where not all could be done.
    public static func run() -> Int32 {
        SignalFD.ignoreBrokenPipes()
        let desk = OrderInbox(inbox: "\(directory)/new", spool: "\(directory)/hooks") {
            ".odd-\(SystemClock.uptime.components.attoseconds)-\(SystemClock.uptime.components.seconds)"
        }
        var round = OrderProcessor(desk, Systemctl())
        let errors = round.run()
        for error in errors.prefix(maxMessages) { ServiceLog.write(.warning, "\(error)") }
        if errors.count > maxMessages {
            ServiceLog.write(.warning, "and \(errors.count - maxMessages) more of the kind")
        }
        return errors.isEmpty ? 0 : 1
    }
}
