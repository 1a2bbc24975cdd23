import Basics
import CommandLine
import Configuration
import Linux
import Location
import PublishFormats
import PublishState
import Testing

@testable import Doctor

/// The check of the destinations of positions.
struct PublishCheckTests {
    private static let token = "/etc/whereismy/token"

    /// A healthy machine with a destination of the publisher and one of whereismy-nmea.
    static func system() throws -> SystemFacts {
        var home = PublishSettings(
            name: "home", to: try #require(PublishAddress("https://tracks.example.org/api")), format: .overland)
        home.tokenFile = token
        let plotter = PublishSettings(
            name: "plotter", to: try #require(PublishAddress("tcp://localhost")), format: .nmea)
        var state = DestinationState(home, isRunning: true)
        state.status = PublishStatus.Destination(name: "home", isCaughtUp: true)
        state.waiting = WaitingFixes()
        return SystemFacts.healthy().with { system in
            system.users = UserDatabase(
                passwd: SystemFacts.passwd + "\nwhereismy-publish:x:996:996::/:/usr/sbin/nologin\n",
                group: SystemFacts.group + "whereismy-publish:x:996:\n")
            system.publish.overview.destinations = [state, DestinationState(plotter, isRunning: true)]
            system.publish.files = [token: .success(FileStatus(mode: 0o640, owner: 0, group: 996))]
            system.publish.history = FileStatus(mode: 0o640, owner: 997, group: 997)
            system.publish.installed = [.publisher, .nmea]
        }
    }

    /// The result of the first destination after a change.
    private func result(_ change: (inout SystemFacts) -> Void = { _ in }) throws -> CheckResult {
        try #require(PublishCheck().evaluateEach(try Self.system().with(change)).first)
    }

    private func held(_ problem: String) throws -> CheckResult {
        try result {
            $0.publish.overview.destinations[0].status?.problem = problem
            $0.publish.overview.destinations[0].status?.since = SystemFacts.moment + .seconds(-7200)
        }
    }

    private func unit(_ values: [String: String]) -> (inout SystemFacts) -> Void {
        { system in
            system.publish.overview.destinations[0].isRunning = false
            system.units?["whereismy-publish.service"] = UnitState(["LoadState": "loaded"].merging(values) { $1 })
        }
    }

    @Test("a destination that is served is well, and none is too")
    func well() throws {
        #expect(try result() == .ok("home: up to date"))
        #expect(PublishCheck().evaluate(.healthy()).found.hasPrefix("none: "))
        let waiting = try result { $0.publish.overview.destinations[0].status?.isCaughtUp = false }
        #expect(waiting == .ok("home: being sent"))
        #expect(PublishCheck().evaluateEach(try Self.system()).last == .ok("plotter: served by whereismy-nmea"))
    }

    @Test("a program that does not run is named with what starts it on this host")
    func program() throws {
        let missing = try result {
            $0.publish.overview.destinations[0].isRunning = false
            $0.publish.installed = []
        }
        #expect(missing.status == "fail" && missing.cure == "sudo apt install ./whereismy-publish_*.deb")
        let stopped = try result(unit(["ActiveState": "inactive"]))
        #expect(stopped.cure == "sudo systemctl enable --now whereismy-publish")
        let failed = try result(unit(["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "1"]))
        #expect(failed.found.contains("failed (exit-code 1)") && failed.cure?.hasPrefix("journalctl") == true)
        let masked = try result(unit(["LoadState": "masked", "ActiveState": "inactive"]))
        #expect(masked.cure?.hasPrefix("sudo systemctl unmask") == true)
        let bare = try result {
            $0.publish.overview.destinations[0].isRunning = false
            $0.host = HostSystem(packages: nil, hasSystemd: false)
            $0.units = nil
        }
        #expect(bare.cure == "run whereismy-publish")
    }

    @Test("a secret that the publisher's user cannot read is named, as is one that does not exist")
    func secrets() throws {
        let denied = try result {
            $0.publish.files = [Self.token: .success(FileStatus(mode: 0o600, owner: 0, group: 0))]
        }
        #expect(denied.found == "home: whereismy-publish cannot read \(Self.token): nothing is sent")
        #expect(denied.cure?.hasPrefix("sudo chgrp whereismy-publish \(Self.token)") == true)
        let missing = try result {
            $0.publish.files = [Self.token: .failure(SystemError("stat", Self.token, code: 2))]
        }
        #expect(missing.status == "fail" && missing.found.contains("does not exist"))
        let open = try result {
            $0.publish.files = [Self.token: .success(FileStatus(mode: 0o644, owner: 0, group: 996))]
        }
        #expect(open.found.contains("accessible by others") && open.cure == "sudo chmod g-w,o= \(Self.token)")
        // This user may not see it, which says nothing about the publisher.
        let hidden = try result {
            $0.publish.files = [Self.token: .failure(SystemError("stat", Self.token, code: 13))]
        }
        #expect(hidden.status == "ok")
    }

    @Test(
        "what holds a destination is named with its cure",
        arguments: [
            ("tracks.example.org answered 401", "the login is wrong"),
            ("tracks.example.org answered 404", "the address or the device is wrong"),
            ("tracks.example.org answered 301, redirects are not followed", "address of the redirection"),
            (
                "broker:1883: nothing subscribes to the topic, so the broker has discarded the message",
                "start the program"
            ),
            ("answered 200 without \"result\":\"ok\"", "another server answers"),
            ("mqtt://broker:1883: whereismy-publish crashed in this connection", "replace it, then"),
            ("answered 503", "tried again"), ("connection refused", "whereismy publish --test home"),
        ])
    func problems(problem: String, cure: String) throws {
        let result = try held(problem)
        #expect(result.status == "fail" && result.found == "home: held for 2 h: \(problem)")
        #expect(result.cure?.contains(cure) == true, "\(result)")
    }

    @Test("a running publisher that does not serve a destination points to its journal")
    func unserved() throws {
        let result = try result { $0.publish.overview.destinations[0].status = nil }
        #expect(result.status == "fail" && result.cure?.hasPrefix("journalctl -u whereismy-publish") == true)
    }

    @Test("a damaged cursor, an unreadable history, rejected fixes and hidden files are told")
    func files() throws {
        let cursor = try result { $0.publish.overview.destinations[0].cursorFault = "home.json: not a cursor" }
        #expect(cursor.status == "fail" && cursor.cure?.contains("--rewind") == true)
        let history = try result { $0.publish.history = FileStatus(mode: 0o600, owner: 997, group: 997) }
        #expect(history.found == "home: whereismy-publish cannot read /var/lib/whereismy/history.db")
        let broken = try result { $0.publish.overview.destinations[0].historyProblem = "not a database" }
        #expect(broken.status == "fail" && broken.found.contains("not a database"))
        let rejected = try result { $0.publish.overview.destinations[0].setAside = 2 }
        #expect(rejected.status == "warn" && rejected.found.hasSuffix("in /var/lib/whereismy-publish/rejected/home"))
        let hidden = try result {
            $0.publish.overview.hidden = "open /run/x: Permission denied"
            // Neither can this user see the lock.
            $0.publish.overview.destinations[0].isRunning = false
        }
        #expect(hidden.status == "skipped")
    }
}
