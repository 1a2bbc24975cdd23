import Demonstration
import FoundationEssentials
import Glibc
import Linux
import Location
import Testing
import Wire

extension EndToEndTests {
    @Test("watch follows a daemon that becomes live, exits and restarts")
    func watching() throws {
        let installation = try Installation()
        let none = try installation.diagnostics("watch")
        #expect(none.code == .exited(5) && none.message == "whereismy: the daemon is not running\n", "\(none.message)")
        var daemon = try installation.startDaemon()
        let wait = try installation.startCommand("watch", "--until", "live", "--timeout", "60s", as: "wait")
        #expect(wait.child.wait(atMost: .seconds(80)) == .exited(0), "\(wait.readOutput())")
        #expect(
            wait.readOutput().output.split(separator: "\n").last?.contains("  live, ") == true, "\(wait.readOutput())")
        let watch = try installation.startCommand("watch", "--format", "json", as: "watch")
        let lines = { watch.readOutput().output.split(separator: "\n") }
        #expect(installation.holds(within: .seconds(60)) { lines().count >= 3 })
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        #expect(installation.holds(within: .seconds(60)) { !watch.readOutput().diagnostics.isEmpty })
        daemon = try installation.startDaemon()
        let count = lines().count
        #expect(installation.holds(within: .seconds(60)) { lines().count >= count + 2 })
        #expect(watch.readOutput().diagnostics == "whereismy: connection to the daemon lost, waiting for it\n")
        #expect(try lines().map { try ReportJSON.decode(Array($0.utf8)) }.contains { $0.state == .live })
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        #expect(installation.holds(within: .seconds(60)) { lines().last?.contains(#""state":"live""#) == true })
        watch.child.send(SIGINT)
        #expect(watch.child.wait(atMost: .seconds(20)) == .exited(0))
        let late = try installation.diagnostics("watch", "--until", "stale", "--timeout", "3s")
        #expect(
            late.code == .exited(1) && late.message.hasPrefix("whereismy: not stale in time: live"), "\(late.message)")
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
    }

    @Test("links, shares and tokens created by the command work")
    func granting() throws {
        let installation = try Installation()
        let daemon = try installation.startDaemon()
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        let link = try installation.command("open", "--print")
        #expect(link.code == .exited(0) && link.output.hasPrefix("http://127.0.0.1:"), "\(link.output)")
        #expect(link.output.contains("/sign-in?code=") && link.output.split(separator: "\n").count == 1)
        try tokens(installation)
        try shares(installation)
        try status(installation)
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        let map = try installation.command("open", "--print")
        #expect(map.code == .exited(3) && map.output.hasPrefix("https://www.openstreetmap.org/"), "\(map.output)")
    }

    private func tokens(_ installation: Installation) throws {
        let token = try installation.command("token", "add", "home", "--scope", "metrics")
        #expect(token.code == .exited(0) && token.output.count == 33, "\(token.output)")
        #expect(try installation.command("token", "list").output.hasPrefix("home  metrics  since 2"))
        #expect(try installation.diagnostics("token", "add", "home").code == .exited(1))
        #expect(try installation.command("token", "revoke", "home").code == .exited(0))
        #expect(try installation.diagnostics("token", "list").message == "whereismy: there are no tokens\n")
    }

    private func shares(_ installation: Installation) throws {
        let share = try installation.command("share", "--for", "10m", "--precision", "100m", "--label", "Ada")
        #expect(share.code == .exited(0) && share.output.contains("/share/"), "\(share.output)")
        let list = try installation.command("share", "list").output
        #expect(list.contains("  to 100 m  Ada\n"), "\(list)")
        let id = try #require(list.split(separator: " ").first)
        #expect(try installation.command("share", "revoke", String(id)).code == .exited(0))
        #expect(try installation.command("share", "list").output.isEmpty)
    }

    private func status(_ installation: Installation) throws {
        let text = try installation.command("status")
        #expect(text.code == .exited(0), "\(text.output)")
        for expected in [
            "\ndaemon      whereismyd ", "\ngpsd        \(installation.gpsd.host):\(installation.gpsd.port)\n",
            "\nhistory     \(installation.history)",
            "\nlistener    \(installation.runtimeDirectory)/api.sock, for the group\n",
            "\nlistener    127.0.0.1:", " dB  used, ",
        ] {
            #expect(text.output.contains(expected), "\(text.output)")
        }
        let json = try installation.command("status", "--format", "json")
        #expect(try ReportJSON.decode(Array(json.output.utf8)).state == .live)
    }
}
