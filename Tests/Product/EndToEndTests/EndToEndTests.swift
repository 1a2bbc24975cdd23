import Basics
import Demonstration
import FoundationEssentials
import Glibc
import Linux
import Location
import Pages
import Testing

/// The whole path of a user: a real gpsd, and the built daemon and command as processes.
@Suite(.serialized, .enabled(if: DemonstrationGPSD.isInstalled, "gpsd is not installed"))
struct EndToEndTests {
    @Test("from the receiver to the page, through all interruptions")
    func life() throws {
        let installation = try Installation()
        var daemon = try installation.startDaemon()
        try becomesLive(installation)
        try survivesGPSD(installation)
        try reportsSilence(installation)
        try stops(installation, daemon)
        // systemd also removes the runtime directory; only the files on disk remain.
        try FileManager.default.removeItem(atPath: installation.runtimeDirectory)
        let restart = SystemClock.now().wallClock
        daemon = try installation.startDaemon()
        try remembers(installation, since: restart)
        try recovers(installation)
        try stops(installation, daemon)
    }

    /// Live soon; the page and the report have the receiver's position within its accuracy.
    private func becomesLive(_ installation: Installation) throws {
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        let fix = try #require(installation.report?.fix)
        let place = try #require(fix.coordinate)
        let radius = try #require(fix.horizontalAccuracy?.radius)
        #expect(place.distance(to: try installation.truth(of: fix)) <= radius)
        let isShown = installation.holds(within: .seconds(60)) {
            guard let place = installation.report?.fix?.coordinate else { return false }
            let page = installation.page
            return [place.latitude, place.longitude].allSatisfy {
                page.contains(FixedDecimalText.text($0, decimals: 6))
            }
        }
        #expect(isShown)
        let last = try installation.command("last")
        #expect(last.code == .exited(0), "\(last.output)")
    }

    /// gpsd exits and restarts: live again, with new fixes.
    private func survivesGPSD(_ installation: Installation) throws {
        let before = try #require(installation.report?.fix?.timestamp)
        installation.gpsd.kill()
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .noGPSD })
        let result = try installation.command("last", "--format", "json")
        #expect(result.code == .exited(3), "\(result.output)")
        try installation.gpsd.restart()
        let isLive = installation.holds(within: .seconds(60)) {
            guard let report = installation.report, let time = report.fix?.timestamp else { return false }
            return report.state == .live && time > before
        }
        #expect(isLive)
    }

    /// The receiver stops sending: stale after 10 s, by exit code and on the page.
    private func reportsSilence(_ installation: Installation) throws {
        installation.feed.mute()
        let silenced = SystemClock.uptime
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .stale })
        #expect(SystemClock.uptime - silenced > .seconds(8))
        let last = try installation.command("last")
        #expect(last.code == .exited(3), "\(last.output)")
        #expect(installation.holds(within: .seconds(60)) { installation.pageState == "stale" })
    }

    /// The receiver resumes: live again, also on the page.
    private func recovers(_ installation: Installation) throws {
        installation.feed.resume()
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        let last = try installation.command("last")
        #expect(last.code == .exited(0), "\(last.output)")
        #expect(installation.holds(within: .seconds(60)) { installation.pageState == "live" })
    }

    /// SIGTERM: a clean exit.
    private func stops(_ installation: Installation, _ daemon: ChildProcess) throws {
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        let last = try installation.command("last")
        #expect(last.code == .exited(3) && last.output.contains("not running"), "\(last.output)")
    }

    /// The next start has the last known position, and does not report it as current.
    private func remembers(_ installation: Installation, since restart: Timestamp) throws {
        let knows = installation.holds(within: .seconds(60)) {
            guard let report = installation.report, report.since >= restart else { return false }
            return report.state == .noFix && report.fix != nil && (report.age ?? .zero) > .seconds(5)
        }
        #expect(knows, "\(String(describing: installation.report))")
        #expect(try installation.command("last").code == .exited(3))
    }

    @Test("the demonstration needs no receiver, has a history, prints a command that works, and leaves no files")
    func demonstration() throws {
        let programs = try #require(Executable.directory)
        let output = FileManager.default.temporaryDirectory.path + "/whereismy-demo-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: output) }
        let demonstration = try ChildProcess(programs + "/whereismyd", ["--demo"], output: output)
        let text = { String(decoding: (try? FileContents.read(output)) ?? [], as: UTF8.self) }
        let deadline = SystemClock.uptime + .seconds(60)
        while !text().contains("  live  "), SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(50))
        }
        #expect(text().contains("  live  -37.8"), "\(text())")
        let page = try #require(text().split(separator: "file://").dropFirst().first?.split(separator: "\n").first)
        #expect(FileManager.default.fileExists(atPath: String(page)))
        let line = try #require(text().split(separator: "command   ").dropFirst().first?.split(separator: "\n").first)
        let words = line.split(separator: " ").map(String.init)
        #expect(words.first == "\(programs)/whereismy" && words.count == 3)
        // As printed, and with any subcommand after it.
        for arguments in [
            [], ["status"], ["history", "info"], ["stats", "--day", "yesterday"], ["track", "--day", "yesterday"],
        ] {
            let child = try ChildProcess(words[0], Array(words.dropFirst()) + arguments, output: "/dev/null")
            let status = child.wait(atMost: .seconds(60))
            #expect(status == .exited(0), "\(arguments)")
        }
        let report = output + "-doctor"
        defer { try? FileManager.default.removeItem(atPath: report) }
        let doctor = try ChildProcess(words[0], Array(words.dropFirst()) + ["doctor"], output: report)
        let status = doctor.wait(atMost: .seconds(60))
        #expect(status == .exited(0) || status == .exited(1))
        let gpsd = try #require(text().split(separator: "gpsd at ").dropFirst().first?.split(separator: "\n").first)
        #expect(String(decoding: try FileContents.read(report), as: UTF8.self).contains(gpsd))
        demonstration.send(SIGINT)
        #expect(demonstration.wait(atMost: .seconds(20)) == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: String(page)))
    }
}
