import Demonstration
import FoundationEssentials
import Glibc
import Linux
import Location
import Testing
import Wire

extension EndToEndTests {
    @Test("the running daemon explains its decisions on fixes and counts rejections")
    func asking() throws {
        let installation = try Installation()
        // No receiver is this accurate, so every fix is rejected.
        let daemon = try installation.startDaemon(configuration: "[tracking]\nmax-accuracy = 0.1\n")
        #expect(installation.holds(within: .seconds(60)) { installation.report?.rejections != nil })
        try checkStatus(installation)
        try explains(installation)
        try selects(installation)
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: installation.runtimeDirectory + "/api.sock"))
        let last = try installation.diagnostics("explain")
        #expect(last.code == .exited(5) && last.message == "whereismy: the daemon is not running\n")
    }

    private func checkStatus(_ installation: Installation) throws {
        let status = try installation.command("status")
        #expect(status.code == .exited(4), "\(status.output)")
        #expect(status.output.hasPrefix("state ") && status.output.contains("no-fix"))
        let expected = "positions within 10 min, most often: a radius above the limit"
        #expect(status.output.contains(expected) && status.output.contains("limit 0.1 m)"), "\(status.output)")
        #expect(installation.holds(within: .seconds(60)) { installation.page.contains(" were not used. Most often:") })
    }

    private func explains(_ installation: Installation) throws {
        // The report names the first rejection.
        let hasThree = try installation.holds(within: .seconds(60)) {
            try installation.command("explain", "--since", "1h", "--format", "json").output
                .split(separator: "\n").count >= 3
        }
        #expect(hasThree)
        let text = try installation.command("explain", "--rejected", "--last", "2")
        #expect(text.code == .exited(0), "\(text.output)")
        let lines = text.output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.dropFirst().first?.contains("  rejected inaccurate  3d  -37.8") == true, "\(text.output)")
        #expect(lines.last?.hasPrefix("    the radius of ") == true, "\(text.output)")
        let json = try installation.command("explain", "--since", "1h", "--format", "json")
        let records = try json.output.split(separator: "\n").map { try EpochJSON.decode(Array($0.utf8)) }
        #expect(records.count >= 3)
        #expect(records.allSatisfy { $0.raw.device == "udp://127.0.0.1:\(installation.gpsd.receiverPort)" })
        #expect(records.last?.reason == "inaccurate" && records.last?.raw.coordinate != nil)
    }

    /// Local times are in the user's time zone in the built program.
    private func selects(_ installation: Installation) throws {
        let future = try installation.diagnostics("explain", "--since", "2999-07-01 00:00", zone: "XYZ-5:30")
        #expect(future.code == .exited(4))
        #expect(future.message == "whereismy: no decisions since 2999-07-01 00:00:00 +05:30\n")
        let wrong = try installation.diagnostics("explain", "--since", "2999-02-29")
        #expect(wrong.code == .exited(64) && wrong.message.contains("no such day or time"))
    }
}
