import Linux

/// The program `whereismy-orders`: root's, started by systemd where something was asked for.
public enum OrdersProgram {
    private static let directory = "/run/whereismy-orders"
    /// A round may meet as many faults as there are names; the journal need not have all.
    private static let mostComplaints = 5

    /// Does what was asked for; answers the exit code, 1 where not all could be done.
    public static func run() -> Int32 {
        SignalEvents.ignoreBrokenPipes()
        let desk = OrderDesk(inbox: "\(directory)/new", spool: "\(directory)/hooks") {
            ".odd-\(SystemClock.uptime.components.attoseconds)-\(SystemClock.uptime.components.seconds)"
        }
        var round = OrderRound(desk, Systemctl())
        let errors = round.run()
        for error in errors.prefix(mostComplaints) { ServiceLog.write(.warning, "\(error)") }
        if errors.count > mostComplaints {
            ServiceLog.write(.warning, "and \(errors.count - mostComplaints) more of the kind")
        }
        return errors.isEmpty ? 0 : 1
    }
}
