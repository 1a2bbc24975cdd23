import Basics
import Demonstration
import FoundationEssentials
import Glibc
import History
import Linux
import Location
import Testing

extension EndToEndTests {
    @Test("fixes shown by the daemon are in the history after it exits, readable by the group only")
    func history() throws {
        let installation = try Installation()
        let daemon = try installation.startDaemon(configuration: "[history]\nrecord = all\ncommit-interval = 1h\n")
        var shown: Set<Timestamp> = []
        let hasShown = installation.holds(within: .seconds(60)) {
            if let report = installation.report, report.state == .live, let time = report.fix?.timestamp {
                shown.insert(time)
            }
            return shown.count >= 4
        }
        #expect(hasShown)
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        try holds(installation, shown)
        let mode = try FileManager.default.attributesOfItem(atPath: installation.history)[.posixPermissions]
        #expect(mode as? Int == 0o640, "\(mode ?? "none")")
    }

    @Test("track, stats and at include the last seconds, which the daemon has not written yet")
    func lastSeconds() throws {
        let installation = try Installation()
        let daemon = try installation.startDaemon(configuration: "[history]\nrecord = all\ncommit-interval = 1h\n")
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        let time = try #require(installation.report?.fix?.timestamp).iso8601
        let commits = try DirectoryWatcher(installation.runtimeDirectory + "/commits")
        #expect(try installation.historyCommand("track", "--from", time, "--format", "json").output.isEmpty)
        #expect(commits.drain() == false)
        for arguments in [["track", "--from", time], ["stats", "--from", time], ["at", time]] {
            let result = try installation.command(arguments)
            #expect(result.code == .exited(0), "\(arguments): \(result.output)")
        }
        #expect(commits.drain() == true)
        let points = try installation.command("track", "--from", time, "--format", "json").output
        #expect(points.contains(text: "\"timestamp\":\"\(time)\""), "\(points)")
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
    }

    private func holds(_ installation: Installation, _ shown: Set<Timestamp>) throws {
        let history = try SQLiteHistory(path: installation.history, access: .readOnly)
        var points: [TrackPoint] = []
        #expect(try history.forEachPoint(.all) { points.append($0) }.isEmpty)
        #expect(shown.isSubset(of: Set(points.map(\.timestamp))), "\(shown) \(points.map(\.timestamp))")
        for point in points {
            let radius = try #require(point.fix.horizontalAccuracy?.radius)
            #expect(point.coordinate.distance(to: try installation.truth(of: point.fix)) <= 2 * radius)
        }
    }

    @Test("without a configured history there is none")
    func noHistory() throws {
        let installation = try Installation()
        let daemon = try installation.startDaemon(configuration: "[history]\nenabled = no\ncommit-interval = 0\n")
        #expect(installation.holds(within: .seconds(60)) { installation.report?.state == .live })
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: installation.history))
    }
}
