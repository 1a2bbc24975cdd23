import Glibc
import Linux
import Testing

extension EndToEndTests {
    @Test("a place created by the command is waited for, listed and in the history, and an anchor is watched")
    func ownPlaces() throws {
        let installation = try Installation()
        let daemon = try installation.startDaemon(configuration: "[history]\nrecord = all\ncommit-interval = 0\n")
        #expect(try waits(installation, ["--live"]) == .exited(0))
        // Larger than the receiver's range, so that it is entered once.
        let made = try installation.command("place", "add", "Old Town", "--radius", "50km", "--dwell", "0")
        #expect(made.code == .exited(0) && made.output.hasPrefix("Old Town: 50.0 km around -37.8"), "\(made.output)")
        #expect(try waits(installation, ["--enter", "Old Town"]) == .exited(0))
        try lists(installation)
        #expect(try installation.command("place", "rename", "Old Town", "Town").code == .exited(0))
        let anchored = try installation.command("place", "anchor", "here", "--radius", "1km")
        #expect(anchored.code == .exited(0) && anchored.output.hasPrefix("anchor: 1.0 km around -37.8"))
        #expect(try installation.command("place", "anchor", "up").code == .exited(0))
        #expect(try installation.command("place", "anchor").code == .exited(4))
        let exported = try installation.command("place", "export").output
        #expect(try installation.command("place", "remove", "Town").code == .exited(0))
        #expect(exported.contains("\"name\":\"Town\",\"radius\":50000.0,\"dwell\":0.0,\"created\":\""))
        let hasLeft = try installation.holds(within: .seconds(60)) {
            try installation.historyCommand("events").output.contains("  left  ")
        }
        #expect(hasLeft)
        let visits = try installation.historyCommand("at", "--place", "Town")
        #expect(visits.code == .exited(1), "that place is no more")
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        let dead = try installation.diagnostics("place", "add", "Hut", "1,2")
        #expect(dead.code == .exited(5) && dead.message == "whereismy: the daemon is not running\n")
    }

    private func waits(_ installation: Installation, _ goal: [String]) throws -> ProcessExitStatus? {
        let waiting = try installation.startCommand(["wait", "--timeout", "60s"] + goal, as: "wait")
        return waiting.child.wait(atMost: .seconds(80))
    }

    private func lists(_ installation: Installation) throws {
        #expect(try installation.command("place", "list", "--format", "names").output == "Old Town\n")
        let list = try installation.command("place", "list")
        #expect(list.output.hasSuffix("  inside\n") && list.code == .exited(0), "\(list.output)")
        let hasEntered = try installation.holds(within: .seconds(60)) {
            try installation.historyCommand("events", "--place", "Old Town").output.hasSuffix("  entered  Old Town\n")
        }
        #expect(hasEntered)
    }
}
