import Linux

/// The program `whereismy-orders`, which runs as root where systemd finds a request.
public enum OrdersProgram {
    private static let directory = "/run/whereismy-orders"
    /// A run may have as many errors as there are names; the journal needs only some.
    private static let maxMessages = 5

    private static let usage = """
        usage: whereismy-orders
        Carries out the daemon's requests to start targets and hooks of places. systemd runs it as root.

        """

    /// Carries out the requests and returns the exit code, 1 after an error; with arguments, prints its usage only.
    public static func run(arguments: [String]) -> Int32 {
        SignalFD.ignoreBrokenPipes()
        guard arguments.isEmpty else {
            let isHelp = arguments == ["--help"]
            // Without a stream there is no place to report the failure.
            try? (isHelp ? StandardStream.output : .error).write(Array(usage.utf8))
            return isHelp ? 0 : 64
        }
        let inbox = OrderInbox(inbox: "\(directory)/new", spool: "\(directory)/hooks") {
            ".odd-\(SystemClock.uptime.components.attoseconds)-\(SystemClock.uptime.components.seconds)"
        }
        var processor = OrderProcessor(inbox, Systemctl())
        let errors = processor.run()
        for error in errors.prefix(maxMessages) { ServiceLog.write(.warning, "\(error)") }
        if errors.count > maxMessages {
            ServiceLog.write(.warning, "and \(errors.count - maxMessages) more errors")
        }
        return errors.isEmpty ? 0 : 1
    }
}
