import Demonstration
import Glibc
import Linux
import Location
import Testing

extension EndToEndTests {
    @Test("the doctor passes every check, and finds the broken one")
    func doctor() throws {
        let installation = try Installation()
        let gpsd = installation.gpsd
        let daemon = try installation.startDaemon(configuration: "[gpsd]\naddress = \(gpsd.host):\(gpsd.port)\n")
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        try findsAllWell(installation)
        try findsHang(installation)
        gpsd.kill()
        try expect(installation, [("gpsd-running", "fail"), ("gpsd-socket", "skipped"), ("fix", "skipped")])
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        try expect(installation, [("daemon", "fail"), ("listener", "skipped"), ("page", "skipped")])
    }

    /// Excludes checks that depend on the machine, such as its clock and users.
    private func findsAllWell(_ installation: Installation) throws {
        let links = [
            "gpsd-installed", "gpsd-running", "gpsd-socket", "receiver", "sentences", "satellites", "fix",
            "gpsd-faults", "daemon", "history", "listener", "page",
        ]
        try expect(installation, links.map { ($0, "ok") } + [("receiver-access", "skipped")])
    }

    /// A stopped gpsd still has its socket, and sends nothing.
    private func findsHang(_ installation: Installation) throws {
        let pid = try #require(installation.gpsd.pid)
        kill(pid, SIGSTOP)
        defer { kill(pid, SIGCONT) }
        try expect(
            installation,
            [("gpsd-running", "skipped"), ("gpsd-socket", "fail"), ("receiver", "skipped"), ("daemon", "ok")])
    }

    private func expect(_ installation: Installation, _ verdicts: [(check: String, status: String)]) throws {
        let result = try installation.command("doctor", "--format", "json", "--config", installation.configuration)
        for (check, status) in verdicts {
            let expected = #"{"check":"\#(check)","status":"\#(status)","#
            #expect(result.output.contains(expected), "\(check): \(result.output)")
        }
        let isBroken = verdicts.contains { $0.status == "fail" }
        #expect((result.code == .exited(2)) == isBroken, "\(result.output)")
    }
}
