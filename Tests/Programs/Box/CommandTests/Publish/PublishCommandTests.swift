import Basics
import CommandLine
import Configuration
import Delivery
import History
import Linux
import Location
import PublishState
import TestSupport
import Testing

@testable import Command

/// The files of a publisher, and a history with a fix each second of 2026-01-01 from 00:00:00 UTC.
private struct Publisher {
    static let start = Timestamp(milliseconds: 1_767_225_600_000)

    let directory: ScratchDirectory
    let paths: PublishPaths

    init(fixes: Int = 0) throws {
        directory = try ScratchDirectory()
        paths = PublishPaths(state: "\(directory.path)/state-publish", runtime: "\(directory.path)/run-publish")
        try Directory.create("\(directory.path)/state", mode: 0o700)
        let history = try SQLiteHistory(path: "\(directory.path)/state/history.db", access: .readWrite)
        _ = try history.append(try ScratchHistory.points(from: "2026-01-01T00:00:00Z", count: fixes, every: 1))
    }

    static let configuration = """
        [publish home]
        to = https://user:hidden@tracks.example.org/api/hidden
        format = overland
        [publish assistant]
        to = mqtt://broker.example.org
        format = home-assistant
        """

    func run(
        _ arguments: String..., runs: Bool = true, configuration: String = configuration,
        other: [String: [UInt8]] = [:], directories: [String: [String]] = [:], now: Timestamp = FakeSystem.now
    ) -> CommandResult {
        let files = other.merging(["/c": Array(configuration.utf8)]) { $1 }
        let system = FakeSystem(files: files, now: now, directories: directories, publisherRuns: runs)
        return system.run(
            arguments + [
                "--config", "/c", "--state-directory", "\(directory.path)/state", "--runtime-directory",
                "\(directory.path)/run",
            ])
    }

    /// Stores a cursor that has delivered the fixes up to a second.
    func deliver(upTo second: Int) throws {
        try paths.prepare()
        let end = FixPosition(time: Self.start + .seconds(second), device: "/dev/ttyUSB0")
        try CursorFile(paths, name: "home").write(DeliveryCursor(end: end))
    }

    func report(_ change: (inout PublishStatus.Destination) -> Void) throws {
        try paths.prepare()
        var home = PublishStatus.Destination(name: "home", isCaughtUp: false)
        change(&home)
        let assistant = PublishStatus.Destination(name: "assistant", isCaughtUp: true)
        try PublishStatus(destinations: [home, assistant]).write(paths)
    }
}

struct PublishCommandTests {
    @Test("a destination that is held says why, since when, and what waits; and never what grants access")
    func held() throws {
        let publisher = try Publisher(fixes: 300)
        try publisher.deliver(upTo: 99)
        try publisher.report {
            $0.problem = "tracks.example.org answered 401"
            $0.since = Publisher.start
        }
        let result = publisher.run("publish")
        #expect(result.code == .success && result.diagnostics.isEmpty)
        #expect(
            result.text == """
                home: overland to https://…@tracks.example.org/…
                  state    held since 2026-01-01 01:00:00 +01:00, 7 min ago: tracks.example.org answered 401
                  waiting  200 fixes, the oldest of 2026-01-01 01:01:40 +01:00, 5 min ago

                assistant: home-assistant to mqtt://broker.example.org:1883
                  state  up to date

                """)
    }

    @Test("one that has received everything is up to date, whatever its older cursor says")
    func upToDate() throws {
        let publisher = try Publisher(fixes: 300)
        try publisher.deliver(upTo: 99)
        try publisher.report {
            $0.isCaughtUp = true
            $0.lastSuccess = Publisher.start + .seconds(400)
            ($0.lastError, $0.lastErrorTime) = ("answered 500", Publisher.start)
        }
        let result = publisher.run("publish", "home")
        #expect(
            result.text == """
                home: overland to https://…@tracks.example.org/…
                  state         up to date
                  last success  2026-01-01 01:06:40 +01:00, 22 s ago
                  last error    2026-01-01 01:00:00 +01:00, 7 min ago: answered 500

                """)
        let json = publisher.run("publish", "home", "--format", "json").text
        #expect(
            json == """
                {"name":"home","format":"overland","to":"https://…@tracks.example.org/…","program":"whereismy-publish",\
                "state":"up-to-date","waiting":0,"lastSuccess":"2026-01-01T00:06:40.000Z","lastError":"answered 500",\
                "lastErrorTime":"2026-01-01T00:00:00.000Z","setAside":0}

                """)
    }

    @Test("without the publisher, what waits is counted in the history")
    func stopped() throws {
        let publisher = try Publisher(fixes: 300)
        try publisher.deliver(upTo: 298)
        let lines = publisher.run("publish", "home", runs: false).lines
        #expect(lines[1].hasSuffix("not sent: whereismy-publish does not run"))
        #expect(lines[2].contains("1 fix, the oldest of 2026-01-01 01:04:59"))
    }

    @Test("fixes that were set aside are named with their directory, and a damaged cursor with its file")
    func setAside() throws {
        let publisher = try Publisher()
        try publisher.report { _ in }
        let rejected = publisher.paths.rejected(of: "home")
        try Directory.create(rejected, mode: 0o700)
        try AtomicFile.replace("\(rejected)/1.json", with: [], mode: 0o600)
        try AtomicFile.replace(publisher.paths.cursor(of: "home"), with: [], mode: 0o600)
        let text = publisher.run("publish", "home").text
        #expect(text.contains("set aside  1 fix in \(rejected)\n"))
        #expect(text.contains("home.json: not a cursor of whereismy-publish"))
    }

    @Test("files that cannot be read are no state, but an error")
    func hidden() throws {
        let publisher = try Publisher()
        try Directory.create(publisher.paths.status, mode: 0o700)
        let result = publisher.run("publish", "home", runs: false)
        #expect(result.code == .failure && result.diagnostics.contains("status.json"))
        #expect(result.text.contains("state  not visible for this user\n"))
    }

    @Test("destinations of whereismy-nmea say whether it runs")
    func nmea() throws {
        let publisher = try Publisher()
        let configuration = "[publish plotter]\nto = tcp://localhost\nformat = nmea\n"
        let running = publisher.run(
            "publish", configuration: configuration, other: ["/proc/12/comm": Array("whereismy-nmea\n".utf8)],
            directories: ["/proc": ["12", "self"]])
        #expect(running.text.contains("served by whereismy-nmea, which runs"))
        let stopped = publisher.run("publish", configuration: configuration)
        #expect(stopped.text.contains("not sent: whereismy-nmea does not run"))
    }

    @Test("without destinations there is nothing to list")
    func none() throws {
        let result = try Publisher().run("publish", configuration: "\n")
        #expect(result.code == .nothingKnown && result.diagnostics.contains("no destination"))
    }

    @Test("a request waits for the publisher, which reads it, and is confirmed in words")
    func requests() throws {
        let publisher = try Publisher()
        try publisher.paths.prepare()
        let again = publisher.run("publish", "--rewind", "2h", "home")
        #expect(again.text == "home: everything since 2025-12-31 23:07:02 +01:00 is sent again\n")
        var requests = try PublishRequest.take(publisher.paths, at: FakeSystem.now)
        let moment = FakeSystem.now + .seconds(-7200)
        #expect(requests == [PublishRequest(.rewind, name: "home", moment: moment)])
        let skip = publisher.run("publish", "--skip", runs: false)
        #expect(
            skip.text.hasSuffix("only fixes after 2026-01-01 01:07:02 +01:00 are sent, when whereismy-publish starts\n")
        )
        requests = try PublishRequest.take(publisher.paths, at: FakeSystem.now)
        #expect(requests == [PublishRequest(.skip, name: "home", moment: FakeSystem.now)])
        #expect(publisher.run("publish", "--skip", "--quiet").output.isEmpty)
    }

    @Test("a request that cannot be made says what would work")
    func impossible() throws {
        let publisher = try Publisher()
        let result = publisher.run("publish", "--skip", runs: false)
        #expect(result.code == .failure && result.diagnostics.contains("fix: sudo systemctl start whereismy-publish"))
        let wrong = [
            (["--rewind", "2h", "assistant"], "assistant receives no history"),
            (["--rewind", "2030-01-01"], "is in the future"), (["--rewind", "soon"], "--rewind: "),
            (["--skip", "hom"], "no destination \"hom\", did you mean home?"),
            (["--skip", "--rewind", "2h"], "--rewind and --skip cannot be combined"),
            (["--test", "home", "home"], "unexpected argument"),
        ]
        for (arguments, message) in wrong {
            let system = FakeSystem(files: ["/c": Array(Publisher.configuration.utf8)])
            let result = system.run(["publish"] + arguments + ["--config", "/c"])
            #expect(result.code == .usage && result.diagnostics.contains(message), "\(result)")
        }
    }

    @Test("a test runs the publisher with the name and the configuration")
    func test() {
        let system = FakeSystem()
        #expect(system.run("publish", "--test", "home", "--config", "/x/y.conf", "-q").code == .failure)
        let arguments = ["--test", "home", "--config", "/x/y.conf", "--quiet"]
        #expect(
            system.started == [
                ["/opt/bin/whereismy-publish"] + arguments,
                ["/opt/bin/../lib/whereismy/whereismy-publish"] + arguments,
            ])
    }

    @Test("the status shows what is held, what waits, and what the history is about to thin")
    func status() throws {
        let publisher = try Publisher(fixes: 10)
        #expect(publisher.run("status", configuration: "\n").text.contains("publish") == false)
        try publisher.deliver(upTo: 4)
        try publisher.report { $0.problem = "answered 401" }
        let thinned = Publisher.configuration + "\n[history]\nthin = 1h: 10s moving, 1m standing\nkeep = 1w\n"
        #expect(
            publisher.run("status", configuration: thinned).lines.contains {
                $0.hasPrefix("publish")
                    && $0.hasSuffix("home: held: answered 401; 5 fixes wait, the oldest of 6 min ago")
            })
        let later = Publisher.start + .seconds(3000)
        let warning = "the oldest are thinned in 10 min by thin in [history]"
        #expect(publisher.run("status", configuration: thinned, now: later).text.contains("; \(warning)\n"))
        #expect(publisher.run("publish", "home", configuration: thinned, now: later).text.contains("  \(warning)\n"))
        try publisher.report { $0.isCaughtUp = true }
        #expect(publisher.run("status").lines.contains { $0.hasPrefix("publish") && $0.hasSuffix("  2, up to date") })
    }
}
